/** Parameters as fields and lines show them, and what a link with them looks like. Pure. */

export const named = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const
export type Named = (typeof named)[number]

/** The usual ones each by itself; every other one a line, `name=value`. */
export function linesOf(parameters: Readonly<Record<string, string>>) {
  const usual = Object.fromEntries(named.map((name) => [name, parameters[name] ?? '']))
  const others = Object.entries(parameters).filter(([name]) => !named.some((each) => each === name))
  return {
    parameters: usual as Record<Named, string>,
    more: others.map(([name, value]) => `${name}=${value}`).join('\n'),
  }
}

/** Fields that are empty are not there. A line without `=` is a name without a value, which the service refuses. */
export function parametersOf(usual: Readonly<Record<Named, string>>, more: string) {
  const lines = more.split('\n').flatMap((line): [string, string][] => {
    const [name = '', ...rest] = line.split('=')
    return line.trim() === '' ? [] : [[name.trim(), rest.join('=').trim()]]
  })
  const filled = named.flatMap((name): [string, string][] =>
    usual[name].trim() === '' ? [] : [[name, usual[name].trim()]],
  )
  return Object.fromEntries([...filled, ...lines])
}

/** One that comes out empty is left out, as the service leaves it out. */
export function exampleOf(parameters: Readonly<Record<string, string>>, label: string | null) {
  const values: Record<string, string> = {
    platform: 'x',
    account: 'ada',
    post_id: '12345',
    label: label ?? '',
  }
  const parts = Object.entries(parameters).flatMap(([name, value]) => {
    const filled = value.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
    return filled ? [`${name}=${encodeURIComponent(filled)}`] : []
  })
  return `https://example.com/${parts.length ? `?${parts.join('&')}` : ''}`
}
