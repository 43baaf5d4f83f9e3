/** Devices that hold passkeys, as Chromium plays them, and what its own code makes of options. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import { ada, at, type Visitor } from './house.ts'
import { axeOf } from './look.ts'

interface Device {
  cdp: CDPSession
  authenticatorId: string
}

/** A device that checks who somebody is, and lets them. `synced`: it copies its keys elsewhere. */
export async function device({ page, context }: Pick<Visitor, 'page' | 'context'>, synced = false) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
    defaultBackupEligibility: synced,
    defaultBackupState: synced,
  }
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return { cdp, authenticatorId }
}

export async function keysOf({ cdp, authenticatorId }: Device) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

export type Keys = Awaited<ReturnType<typeof keysOf>>

/** Onto another device, as what synchronises keys does, and whoever steals them. */
export async function copy(keys: Keys, to: Device) {
  for (const credential of keys) {
    const { authenticatorId } = to
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
  }
}

const Answered = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.string(),
  response: z.record(z.string(), z.unknown()),
})
type Answered = z.infer<typeof Answered>
export const Challenge = z.looseObject({ challenge: z.string() })

/** What the browser makes of options, by its own reading and writing of JSON. */
export async function answered(
  page: Page,
  kind: 'get' | 'create',
  options: unknown,
): Promise<Answered> {
  const script = `(async () => {
    const options = ${JSON.stringify(options)}
    const kind = ${JSON.stringify(kind)}
    const publicKey = kind === 'get'
      ? PublicKeyCredential.parseRequestOptionsFromJSON(options)
      : PublicKeyCredential.parseCreationOptionsFromJSON(options)
    return (await navigator.credentials[kind]({ publicKey })).toJSON()
  })()`
  return Answered.parse(await page.evaluate(script))
}

/** Another address of the same machine, for which the browser has the same passkeys. */
export async function elsewhere() {
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>Another site</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    url: `http://localhost:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function enter(visitor: Visitor) {
  const { page } = visitor
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByLabel('Password').fill(ada.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await at(page, 'Overview')
  await page.goto('/settings/security')
  await at(page, 'Password and sessions')
}

export async function accessible(page: Page) {
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
}
