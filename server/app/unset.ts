/** What has yet to be set before people can connect their real accounts on a platform. */
import type { Manifest } from '#platforms/platform.ts'

/** Names of variables. `real`: the platform as it is configured, if it is. */
export function missingFor(
  { id, client, public_client }: Manifest,
  real: { client_id: string; client_secret: string } | undefined,
): string[] {
  if (client === 'optional') return []
  const prefix = id.toUpperCase()
  return [
    ...(real?.client_id ? [] : [`${prefix}_CLIENT_ID`]),
    ...(real?.client_secret || public_client ? [] : [`${prefix}_CLIENT_SECRET`]),
  ]
}
