/** What could stand for an argument that somebody is typing. */
import type { CompleteRequest } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { addDays } from '#rules/window.ts'
import type { Ask } from './asking.ts'
import { dayIn, periods } from './periods.ts'
import { mondayAfter } from './prompts.ts'

/** As many as the protocol allows in one answer. */
const MOST = 100

type Suggest = (ask: Ask, now: Date) => Promise<readonly string[]> | readonly string[]

const Ids = z.looseObject({ data: z.array(z.looseObject({ id: z.int() })) })
const Platforms = z.looseObject({ accounts: z.array(z.looseObject({ platform: z.string() })) })
const Zoned = z.looseObject({ timezone: z.string() })

/** By what is completed and the argument. */
const suggestions: Record<string, Suggest> = {
  'crier://posts/{id} id': (ask) => idsOf(ask('list_posts', { status: 'all', per_page: 200 })),
  'crier://media/{id} id': (ask) => idsOf(ask('list_media', { per_page: 200 })),
  'plan_week week': mondays,
  'plan_week posts': () => ['3', '5', '7', '10', '14'],
  'performance_review period': () => periods,
  'performance_review platform': platforms,
}

export async function complete({ ref, argument }: CompleteRequest['params'], ask: Ask, now: Date) {
  const of = ref.type === 'ref/prompt' ? ref.name : ref.uri
  const all = (await suggestions[`${of} ${argument.name}`]?.(ask, now)) ?? []
  const typed = argument.value.toLowerCase()
  const fitting = all.filter((each) => each.toLowerCase().startsWith(typed))
  const values = fitting.slice(0, MOST)
  return { completion: { values, total: fitting.length, hasMore: fitting.length > MOST } }
}

async function idsOf(page: Promise<unknown>) {
  return Ids.parse(await page).data.map(({ id }) => String(id))
}

async function mondays(ask: Ask, now: Date) {
  const { timezone } = Zoned.parse(await ask('get_queue_slots', { count: 1 }))
  const first = mondayAfter(dayIn(timezone, now))
  return Array.from({ length: 8 }, (_, week) => addDays(first, 7 * week))
}

async function platforms(ask: Ask) {
  const { accounts } = Platforms.parse(await ask('get_accounts'))
  return [...new Set(accounts.map(({ platform }) => platform))].sort()
}
