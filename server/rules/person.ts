/** People and what they write of themselves. Pure. */
import { z } from 'zod'
import { formatOf } from './clock.ts'

export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  /** A language tag (BCP 47), such as de or en-GB; null: as their browser has it. */
  locale: z.string().nullable(),
  /** A zone of their own, such as Europe/Berlin; null: their browser's, and the workspace's in what is mailed. */
  timezone: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

export const Name = z
  .string()
  .trim()
  .min(1, 'Write a name.')
  .max(100, 'At most 100 characters.')
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'Leave out line breaks.')

/** As Intl writes it: `DE-at` is kept as `de-AT`. */
export const Locale = z
  .string()
  .max(35, 'At most 35 characters.')
  .transform((tag, context) => {
    const [locale] = localesOf(tag)
    if (locale !== undefined) return locale
    context.addIssue({ code: 'custom', message: 'Use a language tag such as en, de or pt-BR.' })
    return z.NEVER
  })

function localesOf(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}

/** One address, in lower case: nothing that a mail server could read as two, or as a header. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters.')
  .pipe(z.email('Write one e-mail address, such as ada@example.org.'))

const MIN = 10
const MAX = 200

/** The same password is the same text, however a keyboard composes its letters. */
const Typed = z
  .string()
  .max(MAX, `At most ${MAX} characters.`)
  .transform((text) => text.normalize('NFC'))

export const NewPassword = z.string().min(MIN, `At least ${MIN} characters.`).pipe(Typed)

/** Any text: whether it is the right one is not told by its form. */
export const TriedPassword = Typed

/** As it stands in a link. */
export const LinkToken = z.string().max(200, 'This link is not complete.')

/** A name of the time zone database. */
export const Zone = z
  .string()
  .max(64, 'At most 64 characters.')
  .refine(isZone, 'Use a time zone such as Europe/Berlin.')

function isZone(name: string) {
  try {
    formatOf('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

const DAY = 24 * 3600_000
const IDLE_DAYS = 30
const WHOLE_DAYS = 180

/** For how long a browser keeps the cookie of a session. */
export const SESSION_SECONDS = (IDLE_DAYS * DAY) / 1000

/** For how long a role holds that a provider told, until it is asked again. */
export const TOLD_HOURS = 12

/** From when on sessions count. */
export function sessionsSince(now: Date) {
  return {
    idle: new Date(now.getTime() - IDLE_DAYS * DAY),
    begun: new Date(now.getTime() - WHOLE_DAYS * DAY),
    now,
  }
}
