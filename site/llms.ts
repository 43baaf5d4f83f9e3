/** For language models: what there is, a line a page (llms.txt), and all of it in one text. https://llmstxt.org */
import type { Made } from './api.ts'
import { placeOf, sections } from './plan.ts'

const about =
  'Crier is a self-hosted service that publishes posts to social accounts over REST, MCP and a dashboard, never twice and never silently lost.'

export function llms(pages: readonly Made[]) {
  const named = new Map(pages.map((each) => [each.place, each]))
  const parts = sections.map(({ title, pages: files }) => [
    `## ${title}`,
    ...files.map((file) => lineOf(named.get(placeOf(file)))),
  ])
  const listed = new Set(sections.flatMap(({ pages: files }) => files.map(placeOf)))
  const others = pages.filter(({ place }) => !listed.has(place))
  return `${[
    ['# Crier', `> ${about}`],
    ...parts,
    ['## Operations and codes', ...others.map(lineOf)],
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** Facts and what rests on them are for who works on Crier. */
export function llmsFull(pages: readonly Made[]) {
  const whole = pages.filter(
    ({ place }) => !/^(facts|relied-on|licences|style|codes\/.)/.test(place),
  )
  return `# Crier\n\n> ${about}\n\n${whole.map(({ place, text }) => `<!-- ${place} -->\n${text}`).join('\n')}`
}

function lineOf(made: Made | undefined) {
  if (!made) throw new Error('A page of the plan was not made.')
  const { title, place, text } = made
  const [first = ''] = text
    .replace(/^# .*$/m, '')
    .trim()
    .split(/\n\n|\n[-|#]/)
  const words = first.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ')
  const told = /^[-|#`]/.test(words)
    ? ''
    : `: ${words.length > 160 ? `${words.slice(0, 157)}…` : words}`
  return `- [${title}](/${place}.md)${told}`
}
