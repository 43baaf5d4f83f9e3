/** What only whoever runs the instance can decide: that a copy may publish, and that a lost key is lost. */
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { secretContext } from '#connecting/secrets.ts'
import { CRIER } from '#app/command-line.ts'
import { isSealedWith, sealedWord, textsOf } from '#app/secret-keys.ts'
import {
  changeInstance,
  doubtOverdue,
  forgetRestored,
  forgetSealed,
  lockInstance,
  seekRestored,
} from '#store/instance.ts'
import { identityOf } from '#store/events.ts'
import type { Db } from '#store/schema.ts'
import { seal } from '#store/seal.ts'
import { type Command, CommandError } from './command.ts'
import { addressOf, openInstance } from './instance.ts'

const resume: Command = {
  name: 'resume',
  takes: '[--nothing-was-sent] [--beside] [--json]',
  summary:
    'Let an instance publish that was started from a copy or a backup. What the other one may have sent since is looked for first.',
  flags: { 'nothing-was-sent': 'switch', beside: 'switch' },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    if (given['beside'] === undefined) await requireAlone(config, instance.db)
    const now = new Date()
    const data = await instance.db.transaction().execute(async (tx) => {
      const { held_at, restored_from } = await lockInstance(tx)
      if (held_at === null) return { resumed: false, in_doubt: 0, sought: 0 }
      const sure = given['nothing-was-sent'] !== undefined
      await changeInstance(tx, { held_at: null, restored_from: null })
      if (restored_from !== null) {
        if (sure) await forgetRestored(tx, restored_from)
        return { resumed: true, in_doubt: 0, sought: await seekRestored(tx, now) }
      }
      if (sure) return { resumed: true, in_doubt: 0, sought: 0 }
      return { resumed: true, in_doubt: await doubtOverdue(tx, held_at, now), sought: 0 }
    })
    if (!data.resumed) return { data, text: 'Publishing is not held.' }
    if (data.sought) return { data, text: soughtText(data.sought) }
    const doubt = data.in_doubt
      ? `\n${data.in_doubt} deliveries were due meanwhile and may have been sent by the other instance: they are blocked with outcome_unknown. Look on the platforms (list them: ${CRIER} posts --needs decision), then retry with confirm_not_published, or mark_published.`
      : ''
    return { data, text: `Publishing goes on.${doubt}` }
  },
}

const Health = z.looseObject({ instance: z.string() })

/** Two that publish the same posts do it twice. Only what answers at BASE_URL can be asked; an older version does not tell. */
async function requireAlone({ base_url }: Config, db: Db) {
  if (base_url === undefined) return
  const answer: unknown = await fetch(`${base_url}/health`, { signal: AbortSignal.timeout(5_000) })
    .then((response) => response.json())
    .catch(() => undefined)
  const { data } = Health.safeParse(answer)
  if (!data || data.instance === (await identityOf(db))) return
  throw new CommandError(
    `Another instance of the same data answers at ${base_url}, and would publish beside this one. End it there (${CRIER} retire), or let BASE_URL lead here, then try again. If it is somebody else’s: ${CRIER} resume --beside`,
  )
}

function soughtText(sought: number) {
  return [
    'Publishing goes on.',
    `${sought} deliveries were on schedule or under way when the copy or the backup was made, and the original may have sent them since. Each is looked for on its platform first: what is there counts as published, what surely is not waits for its time, and what nobody can know is blocked with outcome_unknown (list them: ${CRIER} posts --needs decision).`,
  ].join('\n')
}

const reset: Command = {
  name: 'secret-key reset',
  takes: '[--json]',
  summary:
    'After SECRET_KEY was lost for good: forget what was sealed with it. Every account has to be connected again.',
  json: true,

  async run(_, config) {
    await using stack = new AsyncDisposableStack()
    const { address } = await addressOf(config, stack)
    await migrate(address)
    const { db } = stack.use(connect(address, { max: 1, name: 'crier-cli' }))
    const sealed = seal(config.secret_key.reveal())
    const accounts = await db.transaction().execute(async (tx) => {
      const { sealed_word, old_sealed_word } = await lockInstance(tx)
      const texts = textsOf(config)
      const opensOld = old_sealed_word === null || (await isSealedWith(tx, texts, old_sealed_word))
      if (opensOld && (await isSealedWith(tx, texts, sealed_word))) {
        throw new CommandError('The key is the right one: there is nothing to reset.')
      }
      const connected = await forgetSealed(tx, sealed, secretContext)
      await changeInstance(tx, {
        sealed_word: sealedWord(sealed),
        old_sealed_word: null,
        dropped_key: null,
        client_keys: null,
      })
      return connected
    })
    return {
      data: { accounts },
      text: `The present key is the instance’s now. ${accounts} accounts have to be connected again: ${CRIER} account list`,
    }
  },
}

export const upkeepCommands = [resume, reset]
