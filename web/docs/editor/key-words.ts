// Formats keys as they are printed on the person's keyboard. Input is ProseMirror's notation, where 'Mod' is
// Cmd on a Mac and Ctrl elsewhere.

const isMac = /Mac|iP/.test(globalThis.navigator?.platform ?? '')

/**
 * Modifiers of the shortcuts that move sections. Not Alt-Shift on a Mac, where Shift+Alt+arrow selects words.
 */
export const SECTION_MODIFIERS = isMac ? 'Ctrl-Shift' : 'Alt-Shift'

const arrows = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const germanKeyNames = new Map(Object.entries({ ...arrows, Mod: 'Strg', Ctrl: 'Strg', Shift: 'Umschalt' }))
const macKeyNames = new Map(Object.entries({ ...arrows, Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }))

/** 'Ctrl-Shift-1' is 'Strg+Umschalt+1', or '⌃⇧1' as the menus of a Mac write it. */
export const formatKeys = (keys: string, onMac = isMac): string =>
  keys
    .split('-')
    .map(
      (key) =>
        (onMac ? macKeyNames : germanKeyNames).get(key) ?? (key.length === 1 ? key.toUpperCase() : key),
    )
    .join(onMac ? '' : '+')
