/** What stands for the real platforms: emulators of their own, which know one app, and the settings that lead there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { manifests } from '#platforms/catalog.ts'
import { serveSandbox } from '#sandbox/service/serve.ts'

/** As the platforms know it. */
export const right = { client_id: 'the-id-of-our-app', client_secret: 'the-secret-of-our-app' }

export async function openWorld(): Promise<
  { environment: Record<string, string> } & AsyncDisposable
> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-platforms-'))
  const world = await serveSandbox({
    port: 0,
    log: pino({ level: 'silent' }),
    whose: 'nobody',
    stateDir: folder,
    clients: () => [{ ...right, redirect_uris: [] }],
  })
  const addresses = Object.values(manifests).flatMap(({ id, hosts }) =>
    Object.keys(hosts).map((name) => [
      `${id}_${name}_URL`.toUpperCase(),
      `${world.url}/${id}/${name}`,
    ]),
  )
  return {
    environment: Object.fromEntries(addresses),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
