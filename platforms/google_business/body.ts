/** A local post as Google wants it. */
import type { z } from 'zod'
import { Failure, type Publication } from '../platform.ts'
import { Options } from './manifest.ts'

/** Refuses before anything is sent where this service has no address from which Google could fetch a picture. */
export function bodyOf(publication: Publication): Record<string, unknown> {
  const options = Options.parse(publication.options)
  const { event, offer, call_to_action: button } = options
  return {
    ...(options.language_code === undefined ? {} : { languageCode: options.language_code }),
    summary: publication.text,
    topicType: options.topic_type,
    ...(button
      ? {
          callToAction: {
            actionType: button.action_type,
            ...(button.url === undefined ? {} : { url: button.url }),
          },
        }
      : {}),
    ...(event
      ? {
          event: {
            title: event.title,
            schedule: {
              startDate: dateOf(event.start_date),
              ...(event.start_time === undefined ? {} : { startTime: timeOf(event.start_time) }),
              endDate: dateOf(event.end_date),
              ...(event.end_time === undefined ? {} : { endTime: timeOf(event.end_time) }),
            },
            ...(event.recurrence && { recurrenceInfo: recurrenceOf(event.recurrence) }),
          },
        }
      : {}),
    ...(offer
      ? {
          offer: {
            ...(offer.coupon_code === undefined ? {} : { couponCode: offer.coupon_code }),
            ...(offer.redeem_online_url === undefined
              ? {}
              : { redeemOnlineUrl: offer.redeem_online_url }),
            ...(offer.terms_conditions === undefined
              ? {}
              : { termsConditions: offer.terms_conditions }),
          },
        }
      : {}),
    ...(publication.media.length > 0 ? { media: mediaOf(publication) } : {}),
  }
}

function mediaOf({ media }: Publication) {
  return media.map(({ url, mime_type }) => {
    if (!/^image\/(jpeg|png)$/.test(mime_type)) {
      const message = 'Google takes JPEG and PNG pictures in posts, and no videos.'
      throw new Failure('rejected', 'media_type', message)
    }
    if (url !== undefined) return { mediaFormat: 'PHOTO', sourceUrl: url }
    const message =
      'Google takes pictures by public address only, and this service has none. Set BASE_URL to an https address that can be reached from outside.'
    throw new Failure('rejected', 'no_public_address', message)
  })
}

type Recurrence = NonNullable<NonNullable<z.output<typeof Options>['event']>['recurrence']>

function recurrenceOf(recurrence: Recurrence) {
  const { pattern, days_of_week, day_of_month, day_of_week_occurrence, series_end_time } =
    recurrence
  const patterns = {
    DAILY: { dailyPattern: {} },
    WEEKLY: {
      weeklyPattern: days_of_week?.length ? { daysOfWeek: [...new Set(days_of_week)] } : {},
    },
    MONTHLY: {
      monthlyPattern:
        day_of_month === undefined
          ? { dayOfWeekOccurrence: day_of_week_occurrence }
          : { dayOfMonth: day_of_month },
    },
  }
  return { ...patterns[pattern], ...(series_end_time && { seriesEndTime: series_end_time }) }
}

function dateOf(day: string) {
  const [year, month, date] = day.split('-').map(Number)
  return { year, month, day: date }
}

function timeOf(time: string) {
  const [hours, minutes] = time.split(':').map(Number)
  return { hours, minutes }
}
