/** What a local post may say ("accounts.locations.localPosts"; field names by the v4 discovery document). */
import { z } from 'zod'
import { invalid, unknownField } from './refusal.ts'

const date = z.strictObject({
  year: z.int().min(1),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
})
const time = z.strictObject({
  hours: z.int().min(0).max(24).optional(),
  minutes: z.int().min(0).max(59).optional(),
  seconds: z.int().min(0).max(59).optional(),
  nanos: z.int().optional(),
})

/** "Output only": whoever sends a post back as it came is not refused, and changes nothing. */
const ignored = z
  .unknown()
  .transform(() => undefined)
  .optional()
const outputOnly = {
  name: ignored,
  state: ignored,
  searchUrl: ignored,
  createTime: ignored,
  updateTime: ignored,
}

const occurrence = z.enum(['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'])
const weekday = z.enum([
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
])
const oneOf = (value: object, names: readonly string[]) =>
  names.filter((name) => Object.hasOwn(value, name)).length === 1

/** "occurrence_pattern can be only one of the following", and so can "monthly_option" (RecurrenceInfo, since 2026-04-07). */
const recurrence = z
  .strictObject({
    seriesEndTime: z.iso.datetime({ offset: true }).optional(),
    dailyPattern: z.strictObject({}).optional(),
    weeklyPattern: z.strictObject({ daysOfWeek: z.array(weekday).optional() }).optional(),
    monthlyPattern: z
      .strictObject({
        dayOfMonth: z.int().min(1).max(31).optional(),
        dayOfWeekOccurrence: occurrence.optional(),
      })
      .refine((value) => oneOf(value, ['dayOfMonth', 'dayOfWeekOccurrence']), 'Set one of them.')
      .optional(),
  })
  .refine(
    (value) => oneOf(value, ['dailyPattern', 'weeklyPattern', 'monthlyPattern']),
    'Set exactly one occurrence pattern.',
  )

export const postSchema = z.strictObject({
  languageCode: z.string().optional(),
  // The unit is not documented: UTF-16 units are never fewer than any other way of counting.
  summary: z
    .string()
    .refine((text) => text.length <= 1500, 'is longer than 1500')
    .optional(),
  topicType: z.enum(['STANDARD', 'EVENT', 'OFFER']),
  callToAction: z
    .strictObject({
      actionType: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
      url: z.url().optional(),
    })
    .optional(),
  event: z
    .strictObject({
      title: z.string().min(1).max(58),
      schedule: z.strictObject({
        startDate: date,
        startTime: time.optional(),
        endDate: date,
        endTime: time.optional(),
      }),
      recurrenceInfo: recurrence.optional(),
      recurringInstanceTime: ignored,
    })
    .optional(),
  offer: z
    .strictObject({
      couponCode: z.string().max(58).optional(),
      redeemOnlineUrl: z.url().optional(),
      termsConditions: z.string().optional(),
    })
    .optional(),
  media: z
    .array(
      z.strictObject({
        mediaFormat: z.enum(['PHOTO', 'VIDEO']),
        sourceUrl: z.url(),
        name: ignored,
        googleUrl: ignored,
      }),
    )
    .max(10)
    .optional(),
  scheduledTime: z.iso.datetime({ offset: true }).optional(),
  ...outputOnly,
})
export type Content = Omit<z.output<typeof postSchema>, keyof typeof outputOnly>

export function contentOf(body: unknown): Content {
  const parsed = postSchema.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') ?? ''
    if (issue?.code === 'unrecognized_keys')
      throw unknownField([path, issue.keys[0]].filter(Boolean).join('.'))
    throw invalid(snake(path), issue?.message ?? 'Invalid value')
  }
  const { name: _name, state: _state, searchUrl: _url, ...rest } = parsed.data
  const { createTime: _created, updateTime: _updated, ...content } = rest
  const { topicType, event, offer, callToAction: action, media = [], summary } = content
  if (topicType !== 'STANDARD' && !event) throw invalid('event', 'Event is required.')
  if (topicType === 'STANDARD' && event) throw invalid('event', 'Event is not allowed.')
  if (topicType !== 'OFFER' && offer) throw invalid('offer', 'Offer is not allowed.')
  if (action?.actionType === 'CALL' && action.url !== undefined)
    throw invalid('call_to_action.url', 'Must be unset for CALL.', action.url)
  if (action && action.actionType !== 'CALL' && action.url === undefined)
    throw invalid('call_to_action.url', 'Url is required.')
  if (media.some(({ mediaFormat }) => mediaFormat === 'VIDEO'))
    throw invalid('media.media_format', 'Videos are not supported in posts.', 'VIDEO')
  if (!summary?.trim() && topicType === 'STANDARD' && !media.length)
    throw invalid('summary', 'Summary is required.')
  return content
}

/** "Posts with phone numbers in their text may be rejected." */
export const hasPhoneNumber = ({ summary = '' }: Content) => /\+?\d[\d\s().-]{7,}\d/.test(summary)

const snake = (path: string) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
