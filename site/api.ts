/** A page for each operation and each of our refusals, read off the definitions. */
import { operations } from '#operations/index.ts'
import type { Operation } from '#operations/operation.ts'
import { type Code, problems } from '#rules/problem.ts'
import { groupOf } from '#surfaces/openapi/document.ts'
import { inputTable } from '../scripts/generate/fields.ts'
import { code, list, page, table } from '../scripts/generate/markdown.ts'
import {
  answerOf,
  facesOf,
  holdsForAll,
  line,
  shapeSections,
} from '../scripts/generate/operations.ts'
import { examples, shortened, waysOf } from './examples.ts'
import { problemWords } from './problems.ts'

export interface Made {
  place: string
  title: string
  text: string
}

export const codesOfProblems = Object.keys(problems) as Code[]

export function apiPages(): Made[] {
  return [
    { place: 'api/index', title: 'Operations', text: indexPage() },
    ...operations.map((operation) => ({
      place: `api/${operation.name}`,
      title: operation.name,
      text: operationPage(operation),
    })),
    { place: 'api/shapes', title: 'Shapes', text: page('# Shapes', ...shapeSections()) },
    { place: 'errors/index', title: 'Refusals', text: errorsPage() },
    ...codesOfProblems.map((each) => ({
      place: `errors/${each}`,
      title: each,
      text: errorPage(each),
    })),
  ]
}

/** Operations in groups, in the order of their list. */
export function groups() {
  const found = new Map<string, string[]>()
  for (const { name, rest } of operations) {
    const group = 'absent' in rest ? 'MCP only' : groupOf(rest.path)
    found.set(group, [...(found.get(group) ?? []), name])
  }
  return found
}

function indexPage() {
  return page(
    '# Operations',
    'Everything a caller can do. Each operation is defined once and offered over REST and over MCP; the errors and the answers are the same.',
    table(['Operation', 'REST', 'MCP tool', 'Ability'], operations.map(line)),
    '## What holds for all of them',
    ...holdsForAll(),
    'Every refusal has [a page of its own](/errors/), and so has every [code of a delivery](/codes/).',
  )
}

function operationPage(operation: Operation) {
  const { name, summary, refuses } = operation
  return page(
    `# ${name}`,
    summary,
    list(facesOf(operation)),
    ...exampleOf(operation),
    '## Fields',
    inputTable(operation),
    '## Answer',
    ...(answerOf(operation).length ? answerOf(operation) : ['Without a body, or not as JSON.']),
    '## Refused with',
    refuses.length ? table(['Code', 'Status', 'Meaning'], refuses.map(refusalLine)) : '',
    `${refuses.length ? 'And with w' : 'Nothing of its own. W'}hat any call may be refused with: [all refusals](/errors/).`,
  )
}

const refusalLine = (each: Code) => [
  `[${code(each)}](/errors/${each})`,
  String(problems[each]),
  problemWords[each],
]

function exampleOf(operation: Operation): string[] {
  const example = examples.done[operation.name]
  if (!example) return []
  const { sh, ts, json, cli } = waysOf(operation, example.args)
  const tabs = [
    ['curl', 'sh', sh],
    ['SDK', 'ts', ts],
    ['MCP', 'json', json],
    ['CLI', 'sh', cli],
  ].flatMap(([label, language, text]) =>
    text === undefined ? [] : [`\`\`\`${language} [${label}]\n${text}\n\`\`\``],
  )
  const answer = example.answer
  return [
    '## Example',
    'A call that a test of this version made:',
    ['::: code-group', ...tabs, ':::'].join('\n\n'),
    ...(answer === undefined
      ? [`Answers ${example.status} without a body.`]
      : [`Answers ${example.status} (shortened):`, fenced(shortened(answer))]),
  ]
}

function errorsPage() {
  return page(
    '# Refusals',
    'What the service may refuse a call with, over REST with the status, over MCP as the text of an error. What a platform refused of a post is told by [another list](/codes/).',
    table(['Code', 'Status', 'Meaning'], codesOfProblems.map(refusalLine)),
  )
}

function errorPage(each: Code) {
  const by = operations.filter(({ refuses }) => refuses.includes(each))
  const example = examples.refused[each]
  return page(
    `# ${each}`,
    `Status ${problems[each]} over REST. ${problemWords[each]}`,
    ...(example
      ? [
          '## Example',
          `${code(example.operation)}, as a test of this version was refused:`,
          fenced(shortened(example.answer)),
        ]
      : []),
    '## Where',
    by.length
      ? list(by.map(({ name, summary }) => `[${name}](/api/${name}): ${summary}`))
      : 'Any call may be refused with it; see [what holds for all of them](/api/#what-holds-for-all-of-them).',
  )
}

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``
