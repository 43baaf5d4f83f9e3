import type { Config } from '#config/config.ts'

/** Where callers reach the service, whether or not it is running. */
export function baseUrlOf({ base_url, host, port }: Config) {
  return base_url ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
}
