/**
 * The usual names of a user agent's browser and system. The order matters: most browsers also name those that they
 * imitate.
 */
const browsers: [RegExp, string][] = [
  [/MicroMessenger\//i, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(OPR|Opera)\//, 'Opera'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (names: [RegExp, string][], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

export const browserOf = (agent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: firstOf(browsers, agent),
  system: firstOf(systems, agent),
})
