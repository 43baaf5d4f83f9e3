/** For the tests of this folder: an account, and what Pinterest says. */
import type { Account, Publication, PublicationMedia } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import { publication, publishingStep, type Reply, stage } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { Options } from '../options.ts'
import { publish } from '../publish.ts'

/** An account with two boards, for tests. */
export const account: Account = {
  platform_account_id: '727054871050000000',
  username: 'ada',
  settings: {
    boards: [
      { id: '549755885175', name: 'Home' },
      { id: '549755885176', name: 'Garden' },
    ],
  },
  secret: { access_token: 'pina_access-token-of-ada', refresh_token: 'pinr_refresh-token-of-ada' },
}

export const created = { status: 201, json: { id: '813744226420795884' } }

export function refusing(status: number, code: number, message: string) {
  return { status, json: { code, message } }
}

export const picture: PublicationMedia = { ...file('image/png', 4), alt_text: 'A cat' }

/** What the first step settles where nothing has to be asked for. */
export function placed({ options = {} }: Partial<Publication> = {}) {
  const { board_id = '549755885175', board_section_id } = Options.parse(options)
  return { board_id, ...(board_section_id !== undefined && { board_section_id }) }
}

export function publishing(content: Partial<Publication>, ...replies: (Reply | Error)[]) {
  const at = stage(manifest, ...replies)
  const steps = publish(publication({ media: [picture], ...content }), account, at.tools)
  return { ...at, steps, post: publishingStep(steps) }
}
