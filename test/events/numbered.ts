import type { TestService } from '../service.ts'

/** Answers once every event that is committed has its number: the service's own numberer may hold some of them meanwhile. */
export async function numberAll({ query }: Pick<TestService, 'query'>) {
  for (;;) {
    await query('select number_events(10000)')
    const { rows } = await query('select exists (select from fresh_events) as waits')
    if (rows[0]?.['waits'] === false) return
  }
}
