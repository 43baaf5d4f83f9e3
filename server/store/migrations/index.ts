import type { Migration } from 'kysely/migration'
import type { Indexes } from './indexes.ts'
import * as first from './0001-first.ts'
import * as media from './0002-media.ts'
import * as analytics from './0003-analytics.ts'
import * as people from './0004-people.ts'
import * as oauth from './0005-oauth.ts'
import * as schedule from './0006-schedule.ts'
import * as offers from './0007-offers.ts'
import * as renditions from './0008-renditions.ts'
import * as tries from './0009-tries-by-step.ts'
import * as access from './0010-access.ts'
import * as filters from './0011-filters.ts'
import * as instance from './0012-instance.ts'
import * as scheduleVersion from './0013-schedule-version.ts'
import * as evidence from './0014-evidence.ts'
import * as mediaVersion from './0015-media-version.ts'
import * as toolsets from './0016-consented-toolsets.ts'
import * as inviters from './0017-inviters.ts'
import * as inDoubt from './0018-in-doubt.ts'
import * as codes from './0019-codes.ts'
import * as pulls from './0020-pulls.ts'
import * as circuitsOfPages from './0021-circuits-of-pages.ts'
import * as trips from './0022-trips.ts'
import * as endings from './0024-endings.ts'
import * as events from './0025-events.ts'
import * as webhooks from './0026-webhooks.ts'
import * as rates from './0027-rates.ts'
import * as notices from './0028-notices.ts'
import * as ownFields from './0029-own-fields.ts'
import * as lists from './0030-lists.ts'
import * as threads from './0032-threads.ts'
import * as totals from './0038-totals.ts'
import * as endingsPlannedOnce from './0039-endings-planned-once.ts'
import * as accountSets from './0040-account-sets.ts'
import * as held from './0041-held.ts'
import * as removals from './0045-removals.ts'
import * as toldOfWebhooks from './0049-told-of-webhooks.ts'
import * as utm from './0050-utm.ts'
import * as ownTimes from './0051-own-times.ts'
import * as calendars from './0053-calendars.ts'
import * as series from './0054-series.ts'
import * as failedRemovals from './0056-failed-removals.ts'
import * as edits from './0057-edits.ts'
import * as locales from './0059-locales.ts'
import * as compositions from './0061-compositions.ts'
import * as risks from './0062-risks.ts'
import * as queues from './0063-queues.ts'
import * as authors from './0066-authors.ts'
import * as toldSettings from './0066-told-settings.ts'
import * as restored from './0067-restored.ts'
import * as identities from './0068-identities.ts'
import * as analyticsOfPosts from './0070-analytics.ts'
import * as derived from './0073-derived.ts'
import * as revisions from './0074-revisions.ts'
import * as platformApps from './0075-platform-apps.ts'
import * as closed from './0077-closed.ts'
import * as library from './0080-library.ts'
import * as secondFactors from './0085-second-factors.ts'
import * as secretKeys from './0090-secret-keys.ts'
import * as passkeys from './0093-passkeys.ts'
import * as deletions from './0096-deletions.ts'
import * as eventsByPerson from './0100-events-by-person.ts'
import * as listsByWeek from './0101-lists-by-week.ts'
import * as zonesOfPeople from './0102-zones-of-people.ts'
import * as snippets from './0103-snippets.ts'
import * as totalsInOrder from './0104-totals-in-order.ts'
import * as mediaAuthors from './0105-media-authors.ts'
import * as halfOut from './0106-half-out.ts'
import * as beforeAndAfter from './0107-before-and-after.ts'
import * as changedSince from './0107-changed-since.ts'
import * as triggersByColumns from './0108-triggers-by-columns.ts'
import * as halfOutInOrder from './0109-half-out-in-order.ts'
import * as changedInAnyOrder from './0110-changed-in-any-order.ts'
import * as altTextsOfSeries from './0111-alt-texts-of-series.ts'
import * as firstAsked from './0112-first-asked.ts'
import * as linksThatCount from './0113-links-that-count.ts'
import * as takenBack from './0118-taken-back.ts'
import * as oldSecrets from './0123-old-secrets.ts'
import * as takenBackBySeries from './0124-taken-back-by-series.ts'
import * as databaseMark from './0125-database-mark.ts'
import * as formerPosts from './0126-former-posts.ts'
import * as calendarId from './0127-calendar-id.ts'
import * as formerVariations from './0128-former-variations.ts'
import * as counted from './0131-counted.ts'
import * as toldOfAddresses from './0132-told-of-addresses.ts'
import * as totalsOfDrafts from './0133-totals-of-drafts.ts'

/** In order; a migration is never changed once released. `indexes`: of large tables, made before it and beside those who write. */
export const migrations: Record<string, Migration & { indexes?: Indexes }> = {
  '0001-first': first,
  '0002-media': media,
  '0003-analytics': analytics,
  '0004-people': people,
  '0005-oauth': oauth,
  '0006-schedule': schedule,
  '0007-offers': offers,
  '0008-renditions': renditions,
  '0009-tries-by-step': tries,
  '0010-access': access,
  '0011-filters': filters,
  '0012-instance': instance,
  '0013-schedule-version': scheduleVersion,
  '0014-evidence': evidence,
  '0015-media-version': mediaVersion,
  '0016-consented-toolsets': toolsets,
  '0017-inviters': inviters,
  '0018-in-doubt': inDoubt,
  '0019-codes': codes,
  '0020-pulls': pulls,
  '0021-circuits-of-pages': circuitsOfPages,
  '0022-trips': trips,
  '0024-endings': endings,
  '0025-events': events,
  '0026-webhooks': webhooks,
  '0027-rates': rates,
  '0028-notices': notices,
  '0029-own-fields': ownFields,
  '0030-lists': lists,
  '0032-threads': threads,
  '0038-totals': totals,
  '0039-endings-planned-once': endingsPlannedOnce,
  '0040-account-sets': accountSets,
  '0041-held': held,
  '0045-removals': removals,
  '0049-told-of-webhooks': toldOfWebhooks,
  '0050-utm': utm,
  '0051-own-times': ownTimes,
  '0053-calendars': calendars,
  '0054-series': series,
  '0056-failed-removals': failedRemovals,
  '0057-edits': edits,
  '0059-locales': locales,
  '0061-compositions': compositions,
  '0062-risks': risks,
  '0063-queues': queues,
  '0066-authors': authors,
  '0066-told-settings': toldSettings,
  '0067-restored': restored,
  '0068-identities': identities,
  '0070-analytics': analyticsOfPosts,
  '0073-derived': derived,
  '0074-revisions': revisions,
  '0075-platform-apps': platformApps,
  '0077-closed': closed,
  '0080-library': library,
  '0085-second-factors': secondFactors,
  '0090-secret-keys': secretKeys,
  '0093-passkeys': passkeys,
  '0096-deletions': deletions,
  '0100-events-by-person': eventsByPerson,
  '0101-lists-by-week': listsByWeek,
  '0102-zones-of-people': zonesOfPeople,
  '0103-snippets': snippets,
  '0104-totals-in-order': totalsInOrder,
  '0105-media-authors': mediaAuthors,
  '0106-half-out': halfOut,
  '0107-before-and-after': beforeAndAfter,
  '0107-changed-since': changedSince,
  '0108-triggers-by-columns': triggersByColumns,
  '0109-half-out-in-order': halfOutInOrder,
  '0110-changed-in-any-order': changedInAnyOrder,
  '0111-alt-texts-of-series': altTextsOfSeries,
  '0112-first-asked': firstAsked,
  '0113-links-that-count': linksThatCount,
  '0118-taken-back': takenBack,
  '0123-old-secrets': oldSecrets,
  '0124-taken-back-by-series': takenBackBySeries,
  '0125-database-mark': databaseMark,
  '0126-former-posts': formerPosts,
  '0127-calendar-id': calendarId,
  '0128-former-variations': formerVariations,
  '0131-counted': counted,
  '0132-told-of-addresses': toldOfAddresses,
  '0133-totals-of-drafts': totalsOfDrafts,
}
