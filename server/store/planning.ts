import { sql, type SqlBool } from 'kysely'

/**
 * In a statement whose best plan hangs on its values: it is planned at each call, instead of once a connection for any
 * values. With a million posts, a label of twenty took 600 ms otherwise; and where most workspaces have few posts, the
 * calendar of a large one took ten times as long.
 */
export const BY_VALUES = '/* planned by its values */'

/** As a condition of a statement. */
export const byValues = sql<SqlBool>`${sql.raw(BY_VALUES)} true`
