import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { hueOf, initialsOf } from './initials.ts'

test('a name has the same initials in either order, and a username the first letter', () => {
  for (const [name, initials] of [
    ['Lena von Hohenstein', 'LH'],
    ['von Hohenstein, Lena', 'LH'],
    ['Georg Müller-Lüdenscheidt', 'GL'],
    ['Müller-Lüdenscheidt, Georg', 'GL'],
    ['Şahin, Ömer (oemer.sahin)', 'ÖŞ'],
    ['georg', 'G'],
    ['anna.berger', 'AB'],
    ['Technik', 'T'],
    ['𝒜lice', '𝒜'],
    ['', ''],
    ['(…)', ''],
  ] as const)
    assert.equal(initialsOf(name), initials, name)
})

test('on every colour of a disc its letters can be read, in light and in dark', async () => {
  const style = await readFile(join(import.meta.dirname, 'avatar.module.css'), 'utf8')
  const pair = (property: string) =>
    [...style.matchAll(new RegExp(`\\b${property}: light-dark\\((.+)\\);`, 'g'))]
      .flatMap(([, both = '']) => [...both.matchAll(/oklch\((\d+)% ([\d.]+) var\(--hue\)\)/g)])
      .map(([, lightness, chroma]) => [Number(lightness) / 100, Number(chroma)] as const)
  const [grounds, inks] = [pair('background'), pair('color')]
  assert.deepEqual([grounds.length, inks.length], [2, 2])
  for (const scheme of [0, 1])
    for (let hue = 0; hue < 360; hue++) {
      const [one = 0, other = 0] = [grounds[scheme], inks[scheme]].map((colour) =>
        luminance(...(colour ?? [0, 0]), hue),
      )
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      assert.ok(contrast >= 4.5, `hue ${hue}: ${contrast}`)
    }
})

test('people who have come one after the other have colours that differ', () => {
  for (let id = 1; id < 500; id++) {
    const turn = Math.abs(hueOf(id) - hueOf(id + 1))
    assert.ok(Math.min(turn, 360 - turn) > 90)
  }
})

/** Relative luminance of an oklch colour, clipped to sRGB. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const shown = (part: number) => Math.min(Math.max(part, 0), 1)
  return (
    0.2126 * shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  )
}
