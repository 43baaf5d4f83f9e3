/** What only whoever runs the instance can decide: that a copy may publish, and that a lost key is lost. */
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { secretContext } from '#connecting/secrets.ts'
import { CRIER } from '#app/command-line.ts'
import { opens, sealedWord } from '#app/instance.ts'
import {
  changeInstance,
  doubtOverdue,
  forgetRestored,
  forgetSealed,
  lockInstance,
  seekRestored,
} from '#store/instance.ts'
import { seal } from '#store/seal.ts'
import { type Command, CommandError } from './command.ts'
import { addressOf, openInstance } from './instance.ts'

const resume: Command = {
  name: 'resume',
  takes: '[--nothing-was-sent] [--json]',
  summary:
    'Let an instance publish that was started from a copy or a backup. What was due meanwhile waits for a decision, unless nothing was sent.',
  flags: { 'nothing-was-sent': 'switch' },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    const now = new Date()
    const data = await instance.db.transaction().execute(async (tx) => {
      const { held_at, restored_from } = await lockInstance(tx)
      if (held_at === null) return { resumed: false, in_doubt: 0, sought: 0 }
      const sure = given['nothing-was-sent'] !== undefined
      await changeInstance(tx, { held_at: null, restored_from: null })
      if (sure) {
        await forgetRestored(tx)
        return { resumed: true, in_doubt: 0, sought: 0 }
      }
      if (restored_from !== null)
        return { resumed: true, in_doubt: 0, sought: await seekRestored(tx, now) }
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

function soughtText(sought: number) {
  return [
    'Publishing goes on.',
    `${sought} deliveries were on schedule or under way when the backup was made, and the original may have sent them since. Each is looked for on its platform first: what is there counts as published, what surely is not waits for its time, and what nobody can know is blocked with outcome_unknown (list them: ${CRIER} posts --needs decision).`,
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
      const { sealed_word } = await lockInstance(tx)
      if (await opens(tx, sealed, sealed_word)) {
        throw new CommandError('The key is the right one: there is nothing to reset.')
      }
      const connected = await forgetSealed(tx, sealed, secretContext)
      await changeInstance(tx, { sealed_word: sealedWord(sealed) })
      return connected
    })
    return {
      data: { accounts },
      text: `The present key is the instance’s now. ${accounts} accounts have to be connected again: ${CRIER} account list`,
    }
  },
}

export const upkeepCommands = [resume, reset]
