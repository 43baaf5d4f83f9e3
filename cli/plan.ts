/** `crier labels`, `crier utm`, `crier calendar`: what posts are labelled with, what is put on their links, what is planned, and who reads along. */
import { z } from 'zod'
import { createCalendar } from '#operations/calendars/create-calendar.ts'
import { listCalendar } from '#operations/calendars/list-calendar.ts'
import { listCalendars } from '#operations/calendars/list-calendars.ts'
import { revokeCalendar } from '#operations/calendars/revoke-calendar.ts'
import { listLabels } from '#operations/labels/list-labels.ts'
import { getUtmTemplates } from '#operations/utm/get-utm-templates.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'
import { idsIn } from './words.ts'

const Labels = z.object({
  labels: z.array(z.looseObject({ label: z.string(), posts: z.int(), scheduled: z.int() })),
})

const labels: Command = {
  name: 'labels',
  takes: '[--json]',
  summary: 'Show the labels of posts, the commonest first.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = Labels.parse(await instance.ask(listLabels, {}))
    const rows = data.labels.map(({ label, posts, scheduled }) => [
      label,
      String(posts),
      String(scheduled),
    ])
    const text = rows.length
      ? table([['LABEL', 'POSTS', 'SCHEDULED'], ...rows])
      : 'No post has a label: crier post --labels gives it some.'
    return { data, text }
  },
}

const Templates = z.looseObject({
  templates: z.array(
    z.looseObject({
      label: z.string().nullable(),
      parameters: z.record(z.string(), z.string()),
      hosts: z.array(z.string()).nullable(),
    }),
  ),
})

const utm: Command = {
  name: 'utm',
  takes: '[--json]',
  summary: 'Show the parameters that are put on the links of posts.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = Templates.parse(await instance.ask(getUtmTemplates, {}))
    const rows = data.templates.map(({ label, parameters, hosts }) => [
      label ?? '(all others)',
      Object.entries(parameters)
        .map((each) => each.join('='))
        .join(' '),
      hosts?.join(', ') ?? '(all)',
    ])
    const text = rows.length
      ? table([['LABEL', 'PARAMETERS', 'HOSTS'], ...rows])
      : 'Nothing is put on links: crier call set_utm_templates sets what is.'
    return { data, text }
  },
}

const Days = z.looseObject({
  timezone: z.string(),
  days: z.array(
    z.looseObject({
      date: z.string(),
      more: z.int(),
      posts: z.array(
        z.looseObject({ id: z.int(), at: z.string(), excerpt: z.string(), outcome: z.string() }),
      ),
    }),
  ),
})

const show: Command = {
  name: 'calendar show',
  takes: 'FROM TO [--accounts NAME,ID] [--json]',
  summary:
    'Show what is planned from one day to another: crier calendar show 2026-11-23 2026-11-29.',
  values: ['from', 'to'],
  flags: { accounts: 'optional' },
  names: { account_ids: 'accounts' },
  json: true,

  async run({ from, to, accounts }, config) {
    const fields = { from, to, ...(accounts !== undefined && { account_ids: idsIn(accounts) }) }
    await using instance = await openInstance(config)
    const data = Days.parse(await instance.ask(listCalendar, fields))
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: data.timezone, timeStyle: 'short' })
    const rows = data.days.flatMap(({ date, posts, more }) => [
      ...posts.map((each) => [
        date,
        clock.format(new Date(each.at)),
        String(each.id),
        each.outcome,
        each.excerpt,
      ]),
      ...(more ? [[date, '', '', '', `and ${more} more`]] : []),
    ])
    const head = ['DAY', 'TIME', 'ID', 'OUTCOME', 'TEXT']
    return { data, text: rows.length ? table([head, ...rows]) : 'Nothing is planned then.' }
  },
}

const Calendar = z.looseObject({
  id: z.int(),
  name: z.string(),
  with_text: z.boolean(),
  account_ids: z.array(z.int()).nullable(),
  ended: z.literal(true).optional(),
})

const calendars: Command = {
  name: 'calendar list',
  takes: '[--json]',
  summary: 'Show the calendars that programs read, without their addresses.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const answer: unknown = await instance.ask(listCalendars, {})
    const data = z.object({ calendars: z.array(Calendar) }).parse(answer)
    const rows = data.calendars.map(({ id, name, with_text, account_ids, ended }) => [
      String(id),
      ended ? `${name} (ended)` : name,
      with_text ? 'yes' : 'no',
      account_ids?.join(', ') ?? '(all)',
    ])
    const text = rows.length
      ? table([['ID', 'NAME', 'TEXTS', 'ACCOUNTS'], ...rows])
      : 'There is no calendar: crier calendar create makes one.'
    return { data, text }
  },
}

const create: Command = {
  name: 'calendar create',
  takes: 'NAME [--accounts NAME,ID] [--without-text] [--json]',
  summary:
    'Make an address at which programs for calendars read what is planned; it is shown this once.',
  values: ['name'],
  flags: { accounts: 'optional', 'without-text': 'switch' },
  names: { account_ids: 'accounts' },
  json: true,

  async run({ name, accounts, ...given }, config) {
    await using instance = await openInstance(config)
    const fields = {
      name,
      with_text: !given['without-text'],
      ...(accounts !== undefined && { account_ids: idsIn(accounts) }),
    }
    const answer: unknown = await instance.ask(createCalendar, fields)
    const data = Calendar.extend({ url: z.string() }).parse(answer)
    return { data, text: data.url }
  },
}

const revoke: Command = {
  name: 'calendar revoke',
  takes: 'ID [--json]',
  summary: 'End the address of a calendar.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    const data = z.looseObject({ id: z.int() }).parse(await instance.ask(revokeCalendar, { id }))
    return { data, text: `Calendar ${data.id} is read by nobody any more.` }
  },
}

export const planCommands = [labels, utm, show, calendars, create, revoke]
