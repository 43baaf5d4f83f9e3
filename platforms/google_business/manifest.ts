/** What Google Business Profile takes. Where each number comes from and how sure it is: README.md. */
import { z } from 'zod'
import type { Manifest } from '../platform.ts'

const Day = z.iso.date()
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 18:30')

const Recurrence = z.strictObject({
  pattern: z.enum(['DAILY', 'WEEKLY', 'MONTHLY']),
  days_of_week: z
    .array(z.enum(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']))
    .max(7)
    .optional()
    .describe('WEEKLY only. Absent: the day on which it begins.'),
  day_of_month: z.int().min(1).max(31).optional().describe('MONTHLY only: its date.'),
  day_of_week_occurrence: z
    .enum(['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'])
    .optional()
    .describe('MONTHLY only, instead: which such weekday of the month.'),
  series_end_time: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('When the last one is over. Absent: never.'),
})

export const Options = z
  .strictObject({
    topic_type: z
      .enum(['STANDARD', 'EVENT', 'OFFER'])
      .default('STANDARD')
      .describe('What kind of post it is. Events and offers need `event`.'),
    language_code: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en-US')
      .optional()
      .describe('The language of the text, as BCP 47 tag.'),
    call_to_action: z
      .strictObject({
        action_type: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
        url: z.url({ protocol: /^https?$/ }).optional(),
      })
      .optional()
      .describe(
        'The button below the post. CALL takes no url, all others need one. Offers have none.',
      ),
    event: z
      .strictObject({
        title: z.string().trim().min(1).max(58),
        start_date: Day,
        start_time: Time.optional(),
        end_date: Day,
        end_time: Time.optional(),
        recurrence: Recurrence.optional().describe('How it comes again.'),
      })
      .optional()
      .describe('Title and time, in the location’s own time zone, of an event or an offer.'),
    offer: z
      .strictObject({
        coupon_code: z.string().max(58).optional(),
        redeem_online_url: z.url({ protocol: /^https?$/ }).optional(),
        terms_conditions: z.string().max(5000).optional(),
      })
      .optional()
      .describe('Offers only: code, address and terms.'),
  })
  .superRefine((options, context) => {
    const { topic_type, event, offer, call_to_action: button } = options
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (topic_type !== 'STANDARD' && !event) wrong('event', `is needed by ${topic_type}`)
    if (topic_type === 'STANDARD' && event) wrong('event', 'belongs to EVENT and OFFER')
    if (topic_type !== 'OFFER' && offer) wrong('offer', 'belongs to OFFER')
    if (topic_type === 'OFFER' && button) wrong('call_to_action', 'is not shown with an offer')
    if (button && (button.action_type === 'CALL') === (button.url !== undefined))
      wrong('call_to_action', 'CALL takes no url, all others need one')
    if (event && endOf(event) < startOf(event)) wrong('event', 'ends before it starts')
    if (event && endsEarly(event))
      context.addIssue({
        code: 'custom',
        path: ['event', 'recurrence', 'series_end_time'],
        message: 'lies before the first one',
      })
    for (const message of wrongIn(event?.recurrence))
      context.addIssue({ code: 'custom', path: ['event', 'recurrence'], message })
  })

/** "monthly_option can be only one of the following"; what none of them means is not documented. */
function wrongIn(recurrence: z.output<typeof Recurrence> | undefined): string[] {
  if (!recurrence) return []
  const { pattern, days_of_week, day_of_month, day_of_week_occurrence } = recurrence
  const options = [day_of_month, day_of_week_occurrence].filter((each) => each !== undefined)
  return [
    ...(days_of_week && pattern !== 'WEEKLY' ? ['days_of_week belongs to WEEKLY'] : []),
    ...(options.length && pattern !== 'MONTHLY'
      ? ['day_of_month and day_of_week_occurrence belong to MONTHLY']
      : []),
    ...(pattern === 'MONTHLY' && options.length !== 1
      ? ['MONTHLY needs day_of_month or day_of_week_occurrence, and not both']
      : []),
  ]
}

/** The location's time zone is not known here: no clock is further ahead than 14 hours. */
const AHEAD = 14 * 3_600_000

function endsEarly({ end_date, end_time = '00:00', recurrence }: Repeated) {
  const series_ends = recurrence?.series_end_time
  if (series_ends === undefined) return false
  return Date.parse(series_ends) < Date.parse(`${end_date}T${end_time}Z`) - AHEAD
}

interface Repeated extends Span {
  recurrence?: z.output<typeof Recurrence> | undefined
}

interface Span {
  start_date: string
  start_time?: string | undefined
  end_date: string
  end_time?: string | undefined
}

/** Without a time it is the whole day. */
const startOf = ({ start_date, start_time = '00:00' }: Span) => `${start_date}T${start_time}`
const endOf = ({ end_date, end_time = '24:00' }: Span) => `${end_date}T${end_time}`

export const manifest: Manifest = {
  id: 'google_business',
  name: 'Google Business Profile',
  account_kinds: ['location'],
  text: () => [{ max: 1500, counts: 'utf16_units', unit: 'characters', measure: letters }],
  // "10 KB", "at least 250 px on the short edge" (support.google.com, photo guidelines).
  media: {
    image: {
      types: ['image/jpeg', 'image/png'],
      max: 1,
      min_bytes: 10_240,
      max_bytes: 5_000_000,
      min_width: 250,
      min_height: 250,
    },
  },
  // Whether a picture may stand without a text is not documented.
  text_optional: false,
  first_comment: false,
  removal: { by: 'api', replies: 'with_post' },
  editing: {},
  alt_text: null,
  options: Options,
  scopes: ['https://www.googleapis.com/auth/business.manage'],
  // Posts live in v4 of the old API only; no end of it is announced.
  hosts: {
    auth: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    accounts: 'https://mybusinessaccountmanagement.googleapis.com',
    info: 'https://mybusinessbusinessinformation.googleapis.com',
    posts: 'https://mybusiness.googleapis.com',
    web: 'https://www.google.com',
  },
  // Ten changes a minute for one profile; no cap for a day is documented.
  limits: { concurrent_per_account: 1, per_account_per_day: null },
  // A new post can be missing from the list for a while.
  look_after: [15_000, 45_000, 60_000],
  settle: 10 * 60_000,
  client: 'required',
  needs: [
    'Google’s approval for the Business Profile APIs: an application, for a profile that was verified at least 60 days ago; until then every call is refused',
    'a Google Cloud project with the APIs My Business Account Management, My Business Business Information and Google My Business enabled, and an OAuth client (web) with our callback address',
    'for pictures, a public address of this service: Google fetches them itself',
  ],
}

function letters(text: string) {
  return text.length
}
