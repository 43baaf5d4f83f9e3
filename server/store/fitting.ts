/** Which files meet what platforms say of them: rules/fit.ts and rules/measure.ts, of very many files at once. */
import { type SqlBool, sql } from 'kysely'
import { convertible, ruleFor, type Takes } from '#rules/fit.ts'
import { type Limits, valueOf } from '#rules/measure.ts'

type FileRule = Takes & Limits

export interface Families {
  image?: FileRule
  gif?: FileRule
  video?: FileRule
  document?: FileRule
  captions?: FileRule
}

/** What is of each family, by how its type begins; the first that it begins with counts. */
const families = ['text/', 'image/gif', 'image/', 'video/', ''] as const

/** That one of them takes the file by itself. A test holds it to what a post is told, over random files. */
export function takesFile(ways: readonly Families[]) {
  return sql<SqlBool>`(${sql.join(ways.map(takenBy), sql` or `)})`
}

function takenBy(way: Families) {
  const cases = families.map((begins) => {
    const rule = ruleFor(begins, way, [])
    return sql`when starts_with(mime_type, ${begins}) then ${rule ? meets(rule) : sql`false`}`
  })
  return sql`case ${sql.join(cases, sql` `)} end`
}

function meets({ types, max_bytes, ...rule }: FileRule) {
  const within = [sql`size_bytes <= ${max_bytes}::bigint`]
  if (rule.max_short_side)
    within.push(sql`least(coalesce(width, 0), coalesce(height, 0)) <= ${rule.max_short_side}::int`)
  const asItIs = sql`(mime_type = any (${[...types]}::text[]) and ${sql.join(within, sql` and `)})`
  const made = types.includes('image/jpeg')
    ? sql`(mime_type = any (${[...convertible]}::text[]) and not animated)`
    : sql`false`
  return sql`((${asItIs} or ${made}) and ${sql.join(measures(rule), sql` and `)})`
}

/** What was not measured breaks no limit. */
function measures({ min_bytes = 0, min_duration, max_duration, ratio, ...rule }: Limits) {
  const all = [sql`size_bytes >= ${min_bytes}::bigint`]
  if (min_duration) all.push(sql`(duration is null or duration >= ${min_duration}::float8)`)
  if (max_duration) all.push(sql`(duration is null or duration <= ${max_duration}::float8)`)
  const sides = [
    ...(rule.min_width ? [sql`width >= ${rule.min_width}::int`] : []),
    ...(rule.min_height ? [sql`height >= ${rule.min_height}::int`] : []),
    ...(rule.max_width ? [sql`width <= ${rule.max_width}::int`] : []),
    ...(rule.max_height ? [sql`height <= ${rule.max_height}::int`] : []),
    ...(rule.max_pixels ? [sql`width::bigint * height <= ${rule.max_pixels}::bigint`] : []),
    ...(ratio
      ? [
          sql`(width + 1)::float8 / greatest(1, height - 1) >= ${valueOf(ratio.min)}::float8`,
          sql`greatest(1, width - 1)::float8 / (height + 1) <= ${valueOf(ratio.max)}::float8`,
        ]
      : []),
  ]
  const unmeasured = sql`coalesce(width, 0) = 0 or coalesce(height, 0) = 0`
  if (sides.length) all.push(sql`(${unmeasured} or (${sql.join(sides, sql` and `)}))`)
  return all
}
