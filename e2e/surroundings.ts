// Checks a screen under settings of people's devices: letters of twice the size, forced colours, touch instead
// of a mouse. Each check returns its findings, none on a good screen.
import type { Page } from 'playwright-core'
import { doubleText, tooWide } from './accessible.ts'

/** With letters of twice the size: elements wider than the window, and overlapping texts. */
export async function underLargeLetters(page: Page): Promise<string[]> {
  await doubleText(page)
  const upon = await page.evaluate(() => {
    type Shown = { text: string; element: Element; left: number; top: number; right: number; bottom: number }
    const clips = (style: CSSStyleDeclaration) =>
      style.overflowX !== 'visible' || style.overflowY !== 'visible'
    /** The visible part, without sticky elements, which overlap on purpose. */
    const seen = (element: Element, { left, top, right, bottom }: DOMRect) => {
      for (let around: Element | null = element; around; around = around.parentElement) {
        const style = getComputedStyle(around)
        if (style.position === 'fixed' || style.position === 'sticky') return undefined
        if (!clips(style) || around === document.documentElement || around === document.body) continue
        const edge = around.getBoundingClientRect()
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      return right - left > 2 && bottom - top > 2 ? { left, top, right, bottom } : undefined
    }
    const dialog = document.querySelector('dialog[open]')
    const words: Shown[] = []
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        const shown = seen(element, box)
        if (shown) words.push({ text, element, ...shown })
      }
    }
    const found = new Set<string>()
    for (const bar of document.querySelectorAll('nav')) {
      if (getComputedStyle(bar).position !== 'fixed') continue
      const edge = bar.getBoundingClientRect()
      for (const word of bar.querySelectorAll('a, button')) {
        const range = document.createRange()
        range.selectNodeContents(word)
        if (range.getBoundingClientRect().bottom > edge.bottom + 1)
          found.add(`„${word.textContent}“ runs out of its bar`)
      }
    }
    words.sort((one, other) => one.top - other.top)
    for (const [at, one] of words.entries())
      for (const other of words.slice(at + 1)) {
        if (other.top >= one.bottom) break
        if (one.element === other.element) continue
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
        // The boxes of two lines touch where their letters do not.
        const line = Math.min(one.bottom - one.top, other.bottom - other.top)
        if (width > 3 && height > 0.4 * line) found.add(`„${one.text}“ lies upon „${other.text}“`)
      }
    return [...found]
  })
  return [...(await tooWide(page)), ...upon]
}

/**
 * In forced colours: current, pressed, selected and primary elements that look like the others, and signs that
 * have become invisible.
 */
export async function underForcedColours(page: Page): Promise<string[]> {
  const signs = await page.evaluateHandle(() =>
    [...document.querySelectorAll('span, i, div, td')].filter((element) => {
      const { backgroundColor, display } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      const isSign = element.childNodes.length === 0 || element.matches(':has(> .only-read:only-child)')
      return (
        isSign && display !== 'none' && width > 2 && height > 2 && !/, 0\)$|\/ 0\)$/.test(backgroundColor)
      )
    }),
  )
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate((signs) => {
    const edges = (style: CSSStyleDeclaration) =>
      ['Top', 'Right', 'Bottom', 'Left'].map((side) => {
        const width = style.getPropertyValue(`border-${side.toLowerCase()}-width`)
        return width === '0px'
          ? ''
          : `${width} ${style.getPropertyValue(`border-${side.toLowerCase()}-color`)}`
      })
    const read = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      const outline = style.outlineStyle === 'none' ? '' : style.outlineColor
      const { content, backgroundColor, color, textDecorationLine } = style
      return [content, backgroundColor, color, outline, textDecorationLine, ...edges(style)].join()
    }
    /** Includes the children: a tick, a line below. */
    const lookOf = (element: Element) =>
      [element, ...element.children]
        .map((one) => [read(one), read(one, '::before'), read(one, '::after')].join())
        .join() + element.querySelectorAll('svg').length
    const isSeen = (element: Element) => element.checkVisibility({ checkVisibilityCSS: true })
    const words = (element: Element) =>
      `${element.tagName} ${(element.textContent ?? '').trim().slice(0, 40)}`
    const same: string[] = []
    for (const [is, isNot] of [
      ['[aria-current]:not([aria-current=false])', ':not([aria-current])'],
      ['[aria-pressed=true]', '[aria-pressed=false]'],
      ['[aria-selected=true]', '[aria-selected=false]'],
    ] as const)
      for (const element of document.querySelectorAll(is)) {
        const around = element.closest(
          'nav, [role=toolbar], [role=grid], [role=group], table, ul, ol, fieldset',
        )
        const others = [...(around?.querySelectorAll(`${element.tagName}${isNot}`) ?? [])].filter(
          (other) => isSeen(other) && other.className === element.className,
        )
        if (isSeen(element) && others.some((other) => lookOf(other) === lookOf(element)))
          same.push(`looks as what is not ${is}: ${words(element)}`)
      }
    // The names of CSS module classes contain the name from the style sheet.
    const steps = (kind: string) =>
      [...document.querySelectorAll(`[class*="button_"][class*="${kind}_"]`)].filter(
        (button) => isSeen(button) && !button.matches(':disabled, [aria-disabled=true]'),
      )
    const others = new Set(steps('plain').map((button) => read(button)))
    for (const step of steps('primary'))
      if (others.has(read(step))) same.push(`looks as any other step: ${words(step)}`)
    const gone = signs.filter((sign) => {
      const style = getComputedStyle(sign)
      const ground = getComputedStyle(document.body).backgroundColor
      const isDrawn = style.backgroundImage !== 'none' || edges(style).some(Boolean)
      return isSeen(sign) && style.backgroundColor === ground && !isDrawn
    })
    return [...same, ...gone.map((sign) => `has vanished: ${sign.outerHTML.slice(0, 120)}`)]
  }, signs)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** Smallest side of a touch target, in px. A link within a sentence may be as high as its line. */
const FINGER = 44

export const tooSmallForAFinger = (page: Page) =>
  page.evaluate((least) => {
    const small: string[] = []
    for (const target of document.querySelectorAll(
      'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=gridcell][tabindex]',
    )) {
      if (!target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
      if (target.matches(':disabled') || target.closest('.only-read, [inert]')) continue
      const inline = getComputedStyle(target).display === 'inline'
      if (inline && target.parentElement?.textContent?.trim() !== target.textContent?.trim()) continue
      // Measures a checkbox with its label, and an input with the frame around it.
      const isField = target.matches('input, select, textarea')
      // A link that lies over its whole row is as large as the row.
      const isRow = getComputedStyle(target, '::after').position === 'absolute'
      const field = isField && (target.closest('label') ?? target.parentElement)
      const whole = field || (isRow && target.closest('li')) || target
      const { width, height, bottom } = whole.getBoundingClientRect()
      // Outside of the window until it gets the focus.
      if (width < 2 || height < 2 || bottom <= 0) continue
      if (height < least - 0.6 || width < least - 0.6)
        small.push(
          `${Math.round(width)} × ${Math.round(height)}: ${target.tagName} ${target.ariaLabel ?? target.textContent?.trim().slice(0, 40)}`,
        )
    }
    return small
  }, FINGER)
