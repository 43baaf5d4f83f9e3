/** What each refusal of ours means to a caller. That all are here, the compiler sees to. */
import type { Code } from '#rules/problem.ts'

export const problemWords: Readonly<Record<Code, string>> = {
  invalid:
    'One or more fields are wrong. All of them are told at once, by their names; mend them and send the call again.',
  bad_request: 'The request itself cannot be read: its address, its body or a header.',
  unauthenticated: 'There is no credential, or it is mistyped, revoked or expired. Send another.',
  forbidden:
    'The credential is good, and may not do this: it lacks an ability, or its leash does not allow it. The answer names which.',
  human_required: 'Only a person who is signed in to the dashboard may do this.',
  not_found: 'Nothing is at this address, or it is of another workspace.',
  post_not_found: 'There is no such post in this workspace.',
  key_not_found: 'There is no such key in this workspace.',
  account_not_found: 'There is no such account in this workspace.',
  account_set_not_found: 'There is no such account set in this workspace.',
  snippet_not_found: 'There is no such snippet in this workspace.',
  label_not_found: 'No post of this workspace has this label, and no UTM template.',
  queue_not_found: 'There is no such queue in this workspace.',
  calendar_not_found: 'There is no such calendar address in this workspace.',
  media_not_found: 'There is no such file in this workspace, or it was deleted.',
  upload_not_found: 'There is no such upload in this workspace, or it has ended.',
  webhook_not_found: 'There is no such webhook in this workspace.',
  send_not_found: 'There is no such send of this webhook, or it is no longer kept.',
  series_not_found: 'There is no such series in this workspace.',
  method_not_allowed: 'The address exists, and takes other methods: `Allow` names them.',
  post_not_cancelable: 'What is out, or on its way, cannot be called back by this call.',
  post_not_publishable: 'The post is not in a state from which it can be published now.',
  post_not_retryable: 'There is nothing of the post that has failed and can be tried again.',
  post_not_deleted: 'Only a deleted post can be restored.',
  post_not_published: 'This works on what is out, and the post is not.',
  post_not_awaiting: 'The post waits for nobody’s approval, or somebody has answered already.',
  post_changed:
    'Somebody changed the post since you read it. The answer has the post as it is now; look at it, and send yours again.',
  duplicate_content:
    'The same text was made for the same accounts on the same day. Say `allow_duplicate` if it is meant.',
  external_id_taken: 'Another post bears this `external_id`. The answer names it.',
  day_taken:
    'Another post of the same series has that day, or went out on it. The answer names it.',
  schedule_changed: 'Somebody changed the posting schedule since you read it.',
  utm_changed: 'Somebody changed the parameters on links since you read them.',
  series_changed: 'Somebody changed the series since you read it.',
  series_ended: 'The series has ended, and what has ended cannot be changed.',
  media_changed: 'Somebody changed the file’s data since you read them.',
  media_in_use: 'Posts or a series still use the file. The answer names them.',
  offset_mismatch:
    'The chunk does not begin where the upload stands. `received_bytes` says where to go on.',
  upload_busy: 'Another request is writing to this upload. Ask where it stands, then go on.',
  too_many_uploads: 'Too many uploads are open at once. Complete or cancel one.',
  no_queue_slots: 'The accounts have no open time in their schedule. Set times, or give one.',
  no_connected_accounts:
    'None of the accounts is connected here. The answer says where to connect.',
  account_inactive: 'The account has to be connected again first. The answer has the address.',
  last_owner: 'A workspace keeps at least one owner.',
  last_way_in: 'Nobody takes away the last way by which they sign in.',
  webhook_disabled: 'The webhook is switched off. Switch it on first.',
  idempotency_conflict:
    'The same idempotency key was used for another call, or that one is still under way.',
  cursor_gone: 'What this cursor stands for is no longer kept. Begin again from `now` or `start`.',
  plan_limit_reached: 'The plan of the workspace allows no more of this.',
  no_timing_specified: 'Say when: a time, a draft, now, or the next slot.',
  payload_too_large: 'The body is larger than this address takes. Files go up in chunks.',
  request_timeout: 'The body came too slowly. Send it again.',
  headers_too_large: 'The headers are larger than the service takes.',
  unsupported_media_type: 'Send the body with a `Content-Type` that this address takes.',
  range_not_satisfiable: 'The file has no bytes in the range that was asked for.',
  too_many_requests: 'Wait for as long as `Retry-After` says, then send the call again.',
  unavailable: 'The service cannot do it at this moment. `Retry-After` says when to try again.',
}
