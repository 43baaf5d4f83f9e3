/** Two ways to begin a conversation, with what the model needs for it already in them. */
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { day } from '#operations/ids.ts'
import { parseInput } from '#rules/input.ts'
import { addDays } from '#rules/window.ts'
import { type Ask, refused } from './asking.ts'
import { dayIn, periods, windowOfPeriod } from './periods.ts'
import { accountsIn, postsOf, slotsOf } from './week.ts'

interface Prompting {
  prompt: Prompt
  write(args: unknown, ask: Ask, now: Date): Promise<GetPromptResult>
}

const Zoned = z.looseObject({ timezone: z.string() })

const planWeek: Prompting = {
  prompt: {
    name: 'plan_week',
    title: 'Plan a week of posts',
    description: 'Drafts for one week, put into the open slots once you agree.',
    arguments: [
      { name: 'week', description: 'The Monday it begins on; default the next one.' },
      { name: 'theme', description: 'What the posts are about.' },
      { name: 'posts', description: 'How many; default one a day on weekdays.' },
    ],
  },

  async write(args, ask, now) {
    const count = z.string().regex(/^([1-9]|[1-4]\d|50)$/, 'Use a number from 1 to 50.')
    const theme = z.string().max(500, 'At most 500 characters.')
    const shape = { week: day.optional(), theme: theme.optional(), posts: count.optional() }
    const asked = parseInput(z.strictObject(shape), args)
    const { timezone } = Zoned.parse(await ask('get_queue_slots', { count: 1 }))
    const from = asked.week ?? mondayAfter(dayIn(timezone, now))
    const to = addDays(from, 6)
    const text = [
      `Plan my social media posts for ${from} to ${to} (${timezone}): ${asked.posts ?? '5'} of them${asked.theme ? `, about ${asked.theme}` : ''}.`,
      'Below are my accounts, the open slots of that week and what is scheduled in it already. Use get_queue_slots for more slots and get_capabilities with `platforms` for the limits of a platform.',
      'Show me a table first: day and time, accounts, text. Schedule nothing before I agree. Then call schedule_post once for each, with `when` set to the time of the slot, and tell me the ids.',
    ].join('\n\n')
    const week = { from, to, timezone }
    const attached = [
      accountsIn(await ask('get_accounts')),
      await slotsOf(week, ask),
      await postsOf(week, ask),
    ]
    return {
      description: `Posts for the week of ${from}`,
      messages: [text, ...attached].map(said),
    }
  },
}

const performanceReview: Prompting = {
  prompt: {
    name: 'performance_review',
    title: 'Review how posts did',
    description: 'What worked, what did not, and what to try next, by the numbers.',
    arguments: [
      { name: 'period', description: `One of ${periods.join(', ')}; default last_30_days.` },
      { name: 'platform', description: 'Only this platform; default all.' },
    ],
  },

  async write(args, ask, now) {
    const text = z.string().max(50).optional()
    const period = z.enum(periods, `Use one of ${periods.join(', ')}.`).optional()
    const asked = parseInput(z.strictObject({ period, platform: text }), args)
    const { timezone } = Zoned.parse(await ask('get_queue_slots', { count: 1 }))
    const window = windowOfPeriod(asked.period ?? 'last_30_days', dayIn(timezone, now))
    const platform = asked.platform === undefined ? {} : { platform: asked.platform }
    const numbers = await ask('get_analytics', { ...window, ...platform })
    const task = [
      `Review how my posts did from ${window.from} to ${window.to}${asked.platform ? ` on ${asked.platform}` : ''}, beside the time before.`,
      'The answer of get_analytics follows. Null means that a platform does not tell a number: never read it as zero, and say what `incomplete` lists.',
      'Tell me in this order: the totals and how they changed; which platforms and accounts carried them; what the strongest posts have in common (get_post shows their texts); three things to try next.',
    ].join('\n\n')
    return {
      description: `Performance from ${window.from} to ${window.to}`,
      messages: [said(task), said(JSON.stringify(numbers))],
    }
  },
}

const all: readonly Prompting[] = [planWeek, performanceReview]
export const prompts = all.map(({ prompt }) => prompt)

export async function writePrompt(
  { name, arguments: args = {} }: { name: string; arguments?: Record<string, string> | undefined },
  ask: Ask,
  now: Date,
) {
  const found = all.find(({ prompt }) => prompt.name === name)
  if (!found)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
  try {
    // A form that was left empty says nothing.
    const given = Object.entries(args).filter(([, value]) => value !== '')
    return await found.write(Object.fromEntries(given), ask, now)
  } catch (error) {
    throw refused(error)
  }
}

export function mondayAfter(day: string) {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (8 - weekday) % 7 || 7)
}

function said(text: string) {
  return { role: 'user' as const, content: { type: 'text' as const, text } }
}
