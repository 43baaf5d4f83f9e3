/** What a client tells its model before anything is called. Some read 512 characters of it: those stand alone. */
import { type Here, hereSaid } from './here.ts'

const plain = [
  'Crier publishes posts to connected social accounts and never posts twice. Start with get_accounts (account ids, health, time zone) and get_capabilities (limits, platform rules). schedule_post needs `when`: draft, now, next_slot or an ISO 8601 time. Publishing goes on in the background: poll get_post, or give it `wait`, until no account is pending or publishing. On an error do what its message says first; recovery data (alternatives, reconnect_url, resets_at) stands beside the code.',
  'A channel that is blocked waits for a person: show them its message and its URL. retry_post sends only failed channels again, and one whose outcome is unknown only when you confirm that the post is not there. dry_run tells what a call would do. Send an idempotency_key with calls that you may repeat. A post that needs approval is a draft until a person approves it. Ask before you publish or delete what a person has not seen.',
]

export function instructionsIn(here: Here) {
  return [
    ...plain,
    `A time without a zone is read by the clock of the workspace. ${hereSaid(here)}`,
  ].join('\n\n')
}
