import { words } from '../../words/settings.ts'

/** “Firefox on Linux”, as far as a browser tells. The first that fits: browsers name their ancestors too. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrom', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

export function deviceOf(agent: string) {
  const find = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => agent.includes(mark))?.[1]
  const browser = find(browsers) ?? words.security.aBrowser
  const system = find(systems)
  return system === undefined ? browser : words.security.onSystem(browser, system)
}
