/** `crier key …`: the API keys of the instance. */
import { z } from 'zod'
import { createApiKey } from '#operations/keys/create-api-key.ts'
import { ListedKey, listApiKeys } from '#operations/keys/list-api-keys.ts'
import { revokeApiKey } from '#operations/keys/revoke-api-key.ts'
import { updateApiKey } from '#operations/keys/update-api-key.ts'
import { Ability } from '#rules/ability.ts'
import { Action } from '#rules/leash.ts'
import { baseUrlOf } from './base-url.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { leashFlags, leashOf, leashWords } from './leash.ts'
import { table } from './table.ts'

const Created = z.object({ id: z.string(), token: z.string() })

const create: Command = {
  name: 'key create',
  takes: '--name NAME [--abilities A,B] [LEASH] [--json]',
  summary: 'Make an API key; its token is shown this once only.',
  flags: { name: 'required', abilities: 'optional', ...leashFlags },
  choices: { abilities: ['*', ...Ability.options], actions: Action.options },
  json: true,

  async run({ name, abilities, ...flags }, config) {
    await using instance = await openInstance(config)
    const leash = leashOf(flags)
    const raw = {
      name,
      ...(abilities !== undefined && { abilities: split(abilities) }),
      ...(Object.keys(leash).length && { leash }),
    }
    const { id, token } = Created.parse(await instance.ask(createApiKey, raw))
    const base_url = baseUrlOf(config)
    const data = { id, token, base_url, mcp_url: `${base_url}/mcp` }
    return { data, text: table(Object.entries(data)) }
  },
}

const list: Command = {
  name: 'key list',
  takes: '[--json]',
  summary: 'Show the live keys, masked, and what is left of their requests.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const keys = z.array(ListedKey).parse(await instance.ask(listApiKeys, {}))
    const rows = keys.map(({ id, name, key_preview, abilities, leash, limits, ...times }) => [
      id,
      name,
      key_preview,
      abilities.join(','),
      leashWords(leash),
      leftWords(limits),
      times.created_at,
      times.last_used_at ?? 'never',
    ])
    const head = ['ID', 'NAME', 'KEY', 'ABILITIES', 'LEASH', 'LEFT', 'CREATED', 'LAST USED']
    return { data: keys, text: keys.length ? table([head, ...rows]) : 'There is no key.' }
  },
}

const revoke: Command = {
  name: 'key revoke',
  takes: 'ID',
  summary: 'End a key; it is refused from the next request on.',
  values: ['id'],

  async run({ id }, config) {
    await using instance = await openInstance(config)
    const data = await instance.ask(revokeApiKey, { id })
    return { data, text: `Key ${id} is revoked.` }
  },
}

const Undone = z.looseObject({
  cancelled_post_ids: z.array(z.int()),
  deleted_post_ids: z.array(z.int()),
  unpublished_post_ids: z.array(z.int()).optional(),
  not_undone: z.array(z.looseObject({ post_id: z.int(), reason: z.string() })),
})

const undo: Command = {
  name: 'key undo',
  takes: 'ID [--published] [--dry-run] [--json]',
  summary:
    'Take back what a key posted today; --published takes down what is out on the platforms too.',
  values: ['id'],
  flags: { published: 'switch', 'dry-run': 'switch' },
  names: { key_id: 'id' },
  json: true,

  async run({ id, ...given }, config) {
    // What undoes posts is more than the other commands here need.
    const { undoToday } = await import('#operations/keys/undo-today.ts')
    await using instance = await openInstance(config)
    const data = Undone.parse(
      await instance.ask(undoToday, {
        key_id: id,
        ...(given['published'] && { published: true }),
        ...(given['dry-run'] && { dry_run: true }),
      }),
    )
    const done = [
      ['Cancelled', data.cancelled_post_ids],
      ['Deleted', data.deleted_post_ids],
      ['Taken down', data.unpublished_post_ids ?? []],
    ] as const
    const lines = [
      ...done.flatMap(([word, ids]) => (ids.length ? [`${word}: ${ids.join(', ')}.`] : [])),
      ...data.not_undone.map(({ post_id, reason }) => `Post ${post_id} stays: ${reason}`),
    ]
    return { data, text: lines.join('\n') || 'There is nothing of today to take back.' }
  },
}

/** Both are one operation, in two words that a person looks for. */
function pausing(word: 'pause' | 'resume', summary: string): Command {
  return {
    name: `key ${word}`,
    takes: 'ID',
    summary,
    values: ['id'],

    async run({ id }, config) {
      await using instance = await openInstance(config)
      const data = await instance.ask(updateApiKey, { id, leash: { paused: word === 'pause' } })
      return { data, text: `Key ${id} is ${word}d.` }
    },
  }
}

/** What is left of its requests: `read 598/600; write 120/120`. */
function leftWords(limits: z.infer<typeof ListedKey>['limits']) {
  const words = limits.map(({ policy, limit, remaining }) => `${policy} ${remaining}/${limit}`)
  return words.join('; ') || 'no limit'
}

function split(list: string) {
  return list.split(',').map((each) => each.trim())
}

export const keyCommands = [
  create,
  list,
  pausing('pause', 'Stop a key until it is resumed; it is refused from the next request on.'),
  pausing('resume', 'Let a paused key go on.'),
  undo,
  revoke,
]
