/** Passkeys of people: added, named, removed, and signed in by. Each counts as both factors. */
import { createHash, randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import {
  Asserted,
  clientDataOf,
  type NoPasskeys,
  PasskeyName,
  PASSKEYS,
  Registered,
  type RelyingParty,
  relyingParty,
} from '#rules/passkey.ts'
import type { MailAbout } from '#rules/mail.ts'
import { type Person, TriedPassword } from '#rules/person.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { hasIdentity } from '#store/identities.ts'
import { insertMail } from '#store/mails.ts'
import {
  credentialsOf,
  deletePasskey,
  deletePasskeys,
  findPasskey,
  handleOf,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  renamePasskey,
  takePasskeyChallenge,
  usePasskey,
} from '#store/passkeys.ts'
import { findPerson, lockPerson, passwordHashOf } from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import { endSessions } from '#store/sessions.ts'
import type { People } from './people.ts'
import { needsOf, proofFields, prove } from './proof.ts'
import { refuseWhoIsTold } from './sign-in.ts'

export const Wanted = z.strictObject(proofFields)
export const Added = z.strictObject({ name: PasskeyName, response: Registered })
export const Renamed = z.strictObject({ name: PasskeyName })
export const Removed = z.strictObject({ password: TriedPassword.optional() })
export const ByPasskey = z.strictObject({ response: Asserted })

interface Signed {
  person: Person
  session_id: number
}

const MINUTES_TO_ANSWER = 5

/** EdDSA, ES256 and RS256: what all browsers and every Node know. */
const ALGORITHMS = [-8, -7, -257]

/** What browsers take this service for; or why nobody has a passkey here. */
export function partyOf(
  { takes_passwords }: Pick<People, 'takes_passwords'>,
  base_url: string,
): RelyingParty | { why: NoPasskeys } {
  return takes_passwords ? relyingParty(base_url) : { why: 'provider' }
}

function requireParty(people: People, base_url: string): RelyingParty {
  const party = partyOf(people, base_url)
  if (!('why' in party)) return party
  const said = {
    address: `Passkeys belong to a name: whoever runs this instance sets BASE_URL to an https address with one, instead of ${new URL(base_url).host}.`,
    http: 'Passkeys need https: whoever runs this instance sets BASE_URL to an address with it.',
    provider: `Sign in by ${people.oidc?.name ?? 'the provider'}: nobody has a passkey here.`,
  }
  throw new Problem('forbidden', said[party.why])
}

/** What somebody has, and what it takes to have one more. */
export async function passkeysOf(people: People, { person }: Signed, base_url: string) {
  const { db } = people
  const party = partyOf(people, base_url)
  const { needs_password, needs_code } = await needsOf(people, person.id)
  const at = 'why' in party ? { origin: null, why: party.why } : { origin: party.origin, why: null }
  const passkeys = await listPasskeys(db, person.id)
  return { passkeys, most: PASSKEYS, ...at, needs_password, needs_code }
}

/** What an authenticator is to make. */
export async function offer(
  people: People,
  signed: Signed,
  { base_url, ...given }: z.output<typeof Wanted> & { base_url: string },
) {
  const { db } = people
  const { person } = signed
  const party = requireParty(people, base_url)
  await prove(people, signed, given)
  const before = await credentialsOf(db, person.id)
  requireRoom(before)
  const handle = await handleOf(db, person.id, randomBytes(32))
  return generateRegistrationOptions({
    rpName: 'Crier',
    rpID: party.id,
    userName: person.email,
    userID: Uint8Array.from(handle),
    userDisplayName: person.name,
    challenge: await newChallenge(people, person.id),
    timeout: MINUTES_TO_ANSWER * 60_000,
    attestationType: 'none',
    excludeCredentials: before.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** It signs in from now on. */
export async function add(
  people: People,
  { person }: Signed,
  { base_url, name, response }: z.output<typeof Added> & { base_url: string },
) {
  const { db } = people
  const now = people.now()
  const party = requireParty(people, base_url)
  const challenge = await takeChallenge(people, response.response.clientDataJSON, person.id)
  if (challenge === undefined) throw wrong('response', `Begin anew: ${OVER}`)
  requireHere(party, response.response.clientDataJSON, (text) => wrong('response', text))
  const checked = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(notVerified)
  if (!checked?.verified) throw wrong('response', UNPROVEN)
  const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo
  const passkey = {
    person_id: person.id,
    name,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports,
    backup_eligible: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
  }
  return db.transaction().execute(async (tx) => {
    // Several may have been offered while there was room for one: they are counted where one is kept, one after the other.
    await lockPerson(tx, person.id)
    requireRoom(await credentialsOf(tx, person.id))
    const added = await insertPasskey(tx, passkey, now)
    if (!added) throw wrong('response', 'This passkey is here already.')
    await tell(tx, person, { what: 'added', name }, now)
    return added
  })
}

function requireRoom({ length }: readonly unknown[]) {
  if (length < PASSKEYS) return
  throw new Problem('forbidden', `Remove one first: a person has ${PASSKEYS} at the most.`)
}

export async function rename(
  { db }: People,
  { person }: Signed,
  { id, name }: z.output<typeof Renamed> & { id: number },
) {
  const renamed = await renamePasskey(db, { id, person_id: person.id, name })
  if (!renamed) throw gone()
  return renamed
}

/** Other sessions end: one of them may have begun by it. */
export async function remove(
  people: People,
  signed: Signed,
  { id, base_url, ...given }: z.output<typeof Removed> & { id: number; base_url: string },
) {
  const { person, session_id } = signed
  await prove(people, signed, given, { asks_code: false })
  await people.db.transaction().execute(async (tx) => {
    // Of two who remove the last two at once, one is refused.
    await lockPerson(tx, person.id)
    const name = await deletePasskey(tx, { id, person_id: person.id })
    if (name === undefined) throw gone()
    await requireWayIn({ ...people, db: tx }, person.id, base_url)
    await endSessions(tx, person.id, session_id)
    await tell(tx, person, { what: 'removed', name }, people.now())
  })
}

async function requireWayIn(people: People, person_id: number, base_url: string) {
  const { db, oidc, takes_passwords } = people
  if (takes_passwords && typeof (await passwordHashOf(db, person_id)) === 'string') return
  if (oidc && (await hasIdentity(db, { person_id, issuer: oidc.issuer }))) return
  const signs = !('why' in partyOf(people, base_url))
  if (signs && (await listPasskeys(db, person_id)).length) return
  throw new Problem(
    'last_way_in',
    'Choose a password first, by “forgot password”, or add another passkey: this is your only way in.',
  )
}

/** By whoever runs the instance, for somebody whose devices are lost. How many there were. */
export async function resetPasskeys(
  db: Db,
  person: { id: number; email: string },
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const removed = await deletePasskeys(tx, person.id)
    if (!removed) return 0
    await endSessions(tx, person.id)
    await tell(tx, person, { what: 'reset' }, now)
    return removed
  })
}

/** What a passkey is to sign, whosever it is: the browser offers those that it has. */
export async function challengeToSignIn(people: People, base_url: string) {
  const party = requireParty(people, base_url)
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(people, null),
    timeout: MINUTES_TO_ANSWER * 60_000,
    userVerification: 'required',
  })
}

/** Whose passkey it is. The challenge is used up, whatever comes of it. */
export async function takePasskey(
  people: People,
  { base_url, response }: z.output<typeof ByPasskey> & { base_url: string },
): Promise<Person> {
  const { db } = people
  const party = requireParty(people, base_url)
  const { clientDataJSON, userHandle, ...signed } = response.response
  const challenge = await takeChallenge(people, clientDataJSON, null)
  if (challenge === undefined) throw refused(`Try once more: ${OVER}`)
  requireHere(party, clientDataJSON, refused)
  const found = await findPasskey(db, Buffer.from(response.id, 'base64url'))
  // An authenticator says whose it is: nobody is signed in by the key of another.
  const handle = Buffer.from(userHandle ?? '', 'base64url')
  if (!found?.handle.equals(handle)) throw refused(UNKNOWN)
  const checked = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...signed, clientDataJSON },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is ours to compare, in one statement, and once the signature is right.
    credential: { id: response.id, publicKey: Uint8Array.from(found.public_key), counter: 0 },
  }).catch(notVerified)
  if (!checked?.verified) throw refused(UNPROVEN)
  const person = await findPerson(db, found.person_id)
  if (!person) throw refused(UNKNOWN)
  await refuseWhoIsTold(people, person.id)
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  const use = { id: found.id, counter: newCounter, backed_up: credentialBackedUp }
  if (await usePasskey(db, use, people.now())) return person
  await tell(db, person, { what: 'copied', name: found.name }, people.now())
  throw refused(
    'This passkey counts lower than before, as a copy of it would. Sign in another way, and remove it.',
  )
}

async function newChallenge(people: People, person_id: number | null) {
  const challenge = Uint8Array.from(randomBytes(32))
  const expires_at = new Date(people.now().getTime() + MINUTES_TO_ANSWER * 60_000)
  const challenge_hash = hash(Buffer.from(challenge).toString('base64url'))
  await insertPasskeyChallenge(people.db, { challenge_hash, person_id, expires_at })
  return challenge
}

/** The challenge that was signed; undefined when it is not ours, not theirs, used already or over. */
async function takeChallenge(people: People, clientDataJSON: string, person_id: number | null) {
  const challenge = clientDataOf(clientDataJSON)?.challenge
  if (challenge === undefined) return undefined
  const asked = { challenge_hash: hash(challenge), person_id }
  const taken = await takePasskeyChallenge(people.db, asked, people.now())
  return taken ? challenge : undefined
}

function requireHere(
  { origin }: RelyingParty,
  clientDataJSON: string,
  refuse: (text: string) => Problem,
) {
  if (clientDataOf(clientDataJSON)?.origin === origin) return
  throw refuse(`Open the dashboard at ${origin}: this passkey was used at another address.`)
}

/** The library tells by plain errors what is not right, and so does whatever it reads bytes with. */
function notVerified(error: unknown) {
  if (error instanceof Error) return undefined
  throw error
}

function hash(challenge: string) {
  return createHash('sha256').update(challenge).digest()
}

function refused(text: string) {
  return new Problem('unauthenticated', text)
}

function gone() {
  return new Problem('not_found', 'There is no such passkey of yours.')
}

async function tell(
  db: Db,
  { id, email }: { id: number; email: string },
  passkey: NonNullable<MailAbout['passkey']>,
  now: Date,
) {
  await insertMail(db, { kind: 'passkey', email, about: { person_id: id, passkey } }, now)
}

const OVER = 'this was used already, or took longer than five minutes.'
const UNKNOWN =
  'This passkey is not known here: it may have been removed. Sign in another way, and delete it from your device.'
const UNPROVEN = 'This passkey did not prove that it is the one, and that it is you. Try once more.'
