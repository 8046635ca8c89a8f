/** A readable name of the device, derived from the User-Agent. */
export function deviceName(agent = ''): string {
  const browser = [
    [/Edg\//, 'Edge'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ] as const
  const system = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ] as const
  const named = (patterns: readonly (readonly [RegExp, string])[]) =>
    patterns.find(([sign]) => sign.test(agent))?.[1]
  return [named(browser), named(system)].filter(Boolean).join(' auf ') || 'Unbekanntes Gerät'
}
