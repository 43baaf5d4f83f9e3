/** What leaves the house, by three doors: to platforms, to addresses that somebody named, and to webhooks. */
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import type { Fetch } from '#platforms/tools.ts'
import type { Tracing } from '#telemetry/tracing.ts'

export function waysOut(
  { webhook_hosts, reachable }: { webhook_hosts: readonly string[]; reachable: readonly string[] },
  stack: AsyncDisposableStack,
  tracing: Pick<Tracing, 'calls'> | undefined,
) {
  let platforms = guardedFetch({ allow: [] })
  // Addresses that callers name never reach what only connectors may: the configured origins.
  const outside = stack.use(guardedFetch({ allow: reachable }))
  // What an operator allows to webhooks is theirs alone.
  const hooks = stack.use(guardedFetch({ allow: [...webhook_hosts, ...reachable] }))
  const followed = (fetch: Fetch, hosts: boolean) => tracing?.calls(fetch, { hosts }) ?? fetch
  return {
    platforms: followed((url, init) => platforms(url, init), true),
    outside: followed(outside, false),
    outside_refusal: (url: string) => outside.refusal(url),
    hooks: { send: followed(hooks, false), refusal: (url: string) => hooks.refusal(url) },
    /** Until then platforms are reached as the world is. */
    open(origins: Iterable<string>) {
      platforms = stack.use(guardedFetch({ allow: origins }))
    },
  }
}
