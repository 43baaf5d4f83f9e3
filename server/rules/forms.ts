/**
 * What forms outside of posts are told, and what files are refused for, by name: for whoever says it in another language. Each stands where it is refused, and a
 * test holds that it does; what is in braces is put in there.
 */
import { checkOf, CHECKS } from '#platforms/kit/checks.ts'
import { Problem } from './problem.ts'

export const FORMS = {
  form_name_missing: 'Write a name.',
  form_name_given: 'Give it a name.',
  form_line_breaks: 'Leave out line breaks.',
  form_email_one: 'Write one e-mail address, such as ada@example.org.',
  form_zone: 'Use a time zone such as Europe/Berlin.',
  form_link_incomplete: 'This link is not complete.',
  form_link_over: 'Ask for a new link: this one is over.',
  form_invitation_over: 'Ask for a new invitation: this one is over.',
  form_invitation_for: 'The invitation is for {email}.',
  form_invitations_many: 'Take one back first: {limit} invitations are open.',
  form_member_already: 'This person is a member already.',
  form_account_there: 'Sign in instead: this address has an account.',
  form_sign_in_wrong: 'Check address and password: they do not belong together.',
  form_sign_in_first: 'Sign in first.',
  form_password_wrong: 'This is not your password.',
  form_password_needed: 'Write your password.',
  form_password_none: 'You have none yet: ask for one by “forgot password”.',
  form_password_address: 'Do not use your address as a password.',
  form_password_common:
    'Many people use this one, so it is tried first. Choose a sentence of your own.',
  form_code_wrong:
    'This code is not right: take the one that the app shows now, or a recovery code.',
  form_code_used: 'This code was used already: wait for the next one.',
  form_factor_there: 'You have a second factor already: end it first.',
  form_passkey_unproven:
    'This passkey did not prove that it is the one, and that it is you. Try once more.',
  form_passkey_there: 'This passkey is here already.',
  form_choose_account: 'Choose at least one account, or leave this page.',
  form_choose_offered: 'Choose among the accounts that were offered.',
  form_connect_again: 'Connect again: this choice is over, or was made already.',
  form_app_secret: 'Paste the secret of the app, too.',
  form_app_id: 'Paste the id of the app first.',
  form_app_set_elsewhere: 'Change {name} where Crier is started: it is set there, and wins.',
  form_https_given: 'Give an address that begins with https://.',
  form_https_used: 'Use an https address.',
  form_from_status: 'Choose another address: this one answers with status {status}.',
  form_from_packed: 'Choose another address: this one sends the file packed ({coding}).',
  form_from_large:
    'The file is larger than the {limit} bytes that this account may upload (limits.max_upload_bytes).',
  form_from_slow: 'Choose a faster address: the download took too long.',
  form_from_unread: 'Choose a public https address (port 443): this one could not be read.',
  form_from_nothing: 'Choose another address: this one answers without a file.',
  form_from_ended: 'Try again: the file ended before it was complete.',
  form_from_redirects:
    'Give the address of the file itself: this one redirects more than {limit} times.',
  form_queue_called_so: 'Use another name: there is a queue called so.',
  form_queue_times: 'Name at least one time of the week.',
  form_queues_many: 'Delete one first: a workspace has {limit} queues at the most.',
  form_set_called_so: 'Use another name: there is a set called so.',
  form_set_name: 'Use a name without commas and semicolons, not of digits alone.',
  form_set_accounts: 'Name at least one connected account.',
  form_snippet_called_so: 'Use another name: there is a snippet called so.',
  form_snippet_words: 'Write the words.',
  form_label_called_so: 'Use another word: it is called so.',
  form_calendars_many: 'Revoke one first: a workspace has {limit} at the most.',
  form_snippets_many: 'Delete one first: a workspace has {limit} at the most.',
  form_workspaces_many: 'Use one of yours: a person owns {limit} at the most.',
  form_parameter_name: 'Use a name such as utm_source.',
  form_host: 'Use a host: example.com.',
  form_time_of_week: 'Use a time of day such as 09:30.',
  form_late: 'Say what becomes of {what} whose time has passed: publish, next_slot or draft.',
  form_future_time: 'Use a time in the future; it is {now} now.',
  form_once_only: 'Each may stand here once only.',
  form_most_times: 'At most {limit} times.',
  form_most_tags: 'At most {limit} tags.',
  file_empty: 'The file is empty.',
  file_damaged: 'The file is damaged or incomplete.',
  file_image_damaged: 'The image is damaged or incomplete.',
  file_pdf_damaged: 'The PDF is damaged or incomplete.',
  file_unknown: 'The content is of no known type. {accepted}',
  file_other: 'The content is {type}. {accepted}',
  file_without_video: 'WebM without video. {accepted}',
  file_called_otherwise: 'The file is {what}, but its name ends in .{extension}.',
  file_declared_otherwise: 'The file is {what}, but was declared as {declared}.',
  file_contains: 'The file contains {what} as well.',
  file_impossible: 'The file says something impossible of its {what}.',
  file_kind: 'Files of the kind .{extension} are not taken, only: {taken}.',
  file_without_kind: 'Give it a name with an extension, one of: {taken}.',
  file_bytes:
    'This account may upload at most {limit} bytes ({megabytes}) a file: limits.max_upload_bytes; this has {size} bytes.',
  file_image_bytes: 'An image may have up to 200 MB.',
  file_image_pixels: 'An image may have up to {limit} megapixels.',
  file_png_text: 'A PNG may have up to 256 kB of packed text.',
  file_captions_bytes: 'Captions have at most 2 MB; this file has more.',
  file_captions_letters: 'The captions are not UTF-8. Save them with this encoding.',
  file_captions_none: 'The captions have no cues.',
  file_captions_line: 'The captions cannot be read at line {line}: {what}.',
  file_slow: 'The file could not be read in reasonable time.',
  file_memory: 'The file needs too much memory to be read.',
  form_role_may_not: 'Ask an owner or editor: {role}s do not change this.',
  form_only_owners: 'Ask an owner of the workspace: this is for owners.',
  form_only_looks: 'Ask an editor or the owner: you may only look here.',
  form_no_connecting: 'Ask an owner or editor: you may not connect accounts here.',
  form_too_often: 'Wait {seconds} s: this was tried too often.',
  form_requests_many:
    'Wait {seconds} s: this credential may send {limit} requests in {window} s ({policy}).',
  form_links_many:
    'Look through your mails, also those taken for junk: {count} links are there already, and all of them are good.',
  form_secrets_many:
    'Wait until {until}: {count} secrets that were changed sign beside the present one, each for a day. To stop them at once, delete the webhook and make another.',
  form_sign_in_by: 'Sign in by {name}: nobody has a password here.',
  form_role_told: 'Sign in by {name}: your role is told there.',
  form_sign_in_as: 'Sign in as {email}: the invitation is for them.',
  form_sign_in_fresh:
    'Sign out and in again first: who has no password does this within {minutes} minutes of signing in.',
  form_session_over: 'This session is over already.',
  form_account_gone: 'This account is gone already.',
  form_member_none: 'There is no such member.',
  form_invitation_gone: 'This invitation is over already.',
  form_passkeys_many: 'Remove one first: a person has {limit} at the most.',
  form_passkey_none: 'There is no such passkey of yours.',
  form_factor_none: 'Begin anew: there is no second factor to go on with.',
  form_workspace_not_in: 'You are not a member of such a workspace.',
  form_workspace_first:
    'Delete the instance itself instead: whoever owns the workspace that it began with sets what is of all, so that one stays.',
  form_workspace_goes: 'Wait, or take it back: it is being deleted already.',
  form_workspace_going:
    'Take it back first, as an owner, in the settings: this workspace is being deleted.',
  form_workspace_kept: 'Nobody asked to delete this workspace, or it is too late.',
} as const

/** Which of them, or of those of values, a text is. */
export function namedBy(text: string): Named | undefined {
  const check = checkOf(text) ?? fixed.get(text)
  if (check !== undefined) return { check, values: {} }
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(text)
    if (found) return { check: name, values: valuesOf(found.groups ?? {}) }
  }
  return undefined
}

interface Named {
  check: string
  values: Record<string, string | number>
}

/** A refusal with the names of what it says, where they are not told yet: for the dashboard, which says it in its own words. */
export function withNames(problem: Problem): Problem {
  const { code, message, recovery } = problem
  if (code !== 'invalid') return new Problem(code, message, { ...recovery, ...namedBy(message) })
  const { errors, problems: told } = recovery
  const known = Array.isArray(told) ? told : []
  if (known.length || typeof errors !== 'object' || errors === null) return problem
  const problems = Object.entries(errors).flatMap(([field, texts]: [string, unknown]) =>
    (Array.isArray(texts) ? texts : []).flatMap((text: unknown) => {
      const named = namedBy(String(text))
      return named ? [{ field, message: text, ...named }] : []
    }),
  )
  return problems.length ? new Problem(code, message, { ...recovery, problems }) : problem
}

const of_values = ['value_most', 'value_least', 'value_most_of', 'value_least_of'] as const
const fixed = new Map<string, string>(
  Object.entries(FORMS).flatMap(([name, text]) => (text.includes('{') ? [] : [[text, name]])),
)
const patterns: readonly (readonly [string, RegExp])[] = [
  ...Object.entries(FORMS).filter(([, text]) => text.includes('{')),
  ...of_values.map((name) => [name, CHECKS[name]] as const),
].map(([name, text]) => [name, patternOf(text)])

function patternOf(text: string) {
  const source = text
    .replace(/[.?()[\]*+^$|\\]/g, String.raw`\$&`)
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'limit' ? String.raw`(?<limit>\d+)` : `(?<${name}>.+)`,
    )
  return new RegExp(`^${source}$`)
}

function valuesOf(groups: Readonly<Record<string, string>>): Named['values'] {
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]) => [name, name === 'limit' ? Number(text) : text]),
  )
}
