/** Lengths of work are counted with Temporal. Browsers that do not know it yet load it, and only they. */
export const isNative = 'Temporal' in globalThis
if (!isNative) await import('temporal-polyfill/global')
