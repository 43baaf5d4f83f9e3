/** Generated from the list of operations by `npm run generate`; not edited by hand. */
import { type CallOptions, Client, type Route } from './client.ts'
import { type Feed, feed, type PageOf, type Pages, pages } from './pages.ts'

export interface Post {
  id: number
  content: string
  status: 'draft' | 'scheduled' | 'published' | 'failed'
  scheduled_at: string | null
  published_at: string | null
  error_message: string | null
  first_comment: string | null
  platform_content: {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
    thread?:
      | {
          content: string
          media_ids: number[]
        }[]
      | undefined
    /** Where it goes out later than elsewhere. */
    scheduled_at?: string | undefined
  }[]
  /** By platform; see the capabilities. */
  platform_options: Record<string, Record<string, unknown>>
  /** After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it. */
  in_doubt: 'look_then_send' | 'ask' | null
  /** The parts behind the first; null: it is no thread. */
  thread?:
    | {
        content: string
        media_ids: number[]
      }[]
    | null
    | undefined
  /** Where a platform has no threads; null: refuse. */
  thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
  /** What is too long is cut into a thread. */
  split?: 'plain' | 'numbered' | null | undefined
  media: AttachedMedia[]
  socialAccounts: SocialAccount[]
  created_via: 'rest' | 'mcp' | 'dashboard'
  /** The series that made it. */
  series_id?: number | null | undefined
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** Only on drafts that wait for approval or were declined. */
  approval: {
    state: 'awaiting' | 'declined'
    asked_at: string
    /** Why it was declined, where something was said. */
    reason: string | null
  } | null
  /** The caller's own id of it, unique in the workspace. */
  external_id: string | null
  /** As it was sent. */
  metadata: Record<string, unknown> | null
  labels: string[]
  /** What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known. */
  risks?:
    | {
        code:
          | 'account_needs_reconnect'
          | 'token_ends_before'
          | 'daily_cap'
          | 'plan_limit'
          | 'media_gone'
          | 'api_version_ends'
          | 'platform_unreachable'
          | 'app_not_public'
          | 'identical_text'
          | 'approval_missing'
        /** Null: it is about the whole post. */
        account_id: number | null
        since: string
        /** Where a person does something about it; null: whoever runs Crier does. */
        act_url: string | null
      }[]
    | undefined
  /** For those who work on it; never published. */
  note: string | null
  /** Of a thread: files of the parts behind the first, each once, with the alt text that goes out. */
  part_media?: AttachedMedia[] | undefined
  outcome: 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted'
  /** What a person has to do: decide whether it is out (retry_post), reconnect an account, approve. */
  needs: ('decision' | 'reconnect' | 'approval')[]
  /** Of a deleted post: where it is public still. */
  still_live?:
    | {
        account_id: number
        platform: string
        url: string | null
      }[]
    | undefined
  per_account: PerAccount[]
  /** From get_post only: its changes, the oldest first. Left out: it was never changed. */
  revisions?:
    | {
        /** 1 is the post as it was written first. */
        number: number
        at: string
        by: {
          kind: 'person' | 'key' | 'app' | 'crier'
          /** Null where it is not told to whoever asks. */
          id: string | null
          name: string | null
        }
        /** What differs from the one before. */
        changed: (
          | 'content'
          | 'first_comment'
          | 'social_account_ids'
          | 'media_ids'
          | 'platform_content'
          | 'platform_options'
          | 'thread'
          | 'thread_as'
          | 'split'
          | 'scheduled_at'
        )[]
      }[]
    | undefined
  /** From get_post only. */
  created_by?:
    | {
        kind: 'person' | 'key' | 'app' | 'crier'
        /** Null where it is not told to whoever asks. */
        id: string | null
        name: string | null
      }
    | undefined
  /** From get_post only, where approval was asked for: who wants it out. */
  asked_by?:
    | {
        key_id: string
        name: string
      }
    | {
        grant_id: string
        name: string
      }
    | {
        person_id: number
        name: string
      }
    | null
    | undefined
  /** The queue that it stands in. Left out: none. */
  queue_id?: number | undefined
  warnings: string[]
  /** Of a draft that was written just now: what keeps it from going out, as data. */
  problems?:
    | {
        field: string
        /** As it stands in `errors`; of a draft, in `warnings`. */
        message: string
        code:
          | 'account_not_found'
          | 'media_not_found'
          | 'text_too_long'
          | 'text_required'
          | 'media_required'
          | 'media_type'
          | 'media_too_large'
          | 'media_measures'
          | 'alt_text_too_long'
          | 'too_many_media'
          | 'mixed_media'
          | 'media'
          | 'no_threads'
          | 'thread'
          | 'option'
        /** Which sentence `message` is: for whoever says it in another language. */
        check?: string | undefined
        /** What stands in it. */
        values?: Record<string, string | number | string[]> | undefined
        account_id?: number | undefined
        platform?: string | undefined
        media_ids?: number[] | undefined
        measured?: number | undefined
        limit?: number | undefined
        unit?: string | undefined
        /** Each of them mends it. */
        fixes: {
          action: 'shorten' | 'split' | 'join' | 'remove_media' | 'remove_account' | 'remove_option'
          /** A JSON merge patch (RFC 7396) of the post as it was sent. */
          patch: Record<string, unknown>
        }[]
      }[]
    | undefined
  /** With dry_run: those of `warnings` that a check of the post said, as data. */
  remarks?:
    | {
        /** As it stands in `warnings`. */
        message: string
        /** Which sentence `message` is: for whoever says it in another language. */
        check: string
        /** What stands in it. */
        values: Record<string, string | number | string[]>
      }[]
    | undefined
  /** With dry_run: previews of links that it would go out with. */
  link_cards?:
    | {
        account_ids: number[]
        url: string
        title: string
        description: string
        has_picture: boolean
      }[]
    | undefined
  /** With dry_run, where a platform asks for one. */
  estimated_cost?:
    | {
        /** Of all of it; reading and looking come on top. */
        usd: number
        per_account: {
          account_id: number
          usd: number
        }[]
      }
    | undefined
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface SocialAccount {
  id: number
  platform: string
  kind: 'profile' | 'page' | 'channel' | 'board' | 'business' | 'location'
  name: string
  username: string
  avatar_url: string | null
  health: 'healthy' | 'expiring' | 'needs_reconnect' | 'disabled'
  /** Connected to the sandbox, not to the real platform. */
  sandbox: boolean
  pivot: DeliveryRecord
}

export interface DeliveryRecord {
  status: 'pending' | 'publishing' | 'published' | 'failed' | 'blocked'
  platform_post_id: string | null
  platform_url: string | null
  /** Out, and where is looked for; else left out. */
  url_pending?: boolean | undefined
  error_message: string | null
  /** Stable, for programs. */
  error_code: ErrorCode | null
  blocked_reason: 'account_disconnected' | 'account_removed' | 'outcome_unknown' | null
  published_at: string | null
  /** When a waiting delivery is tried next; never in the past. */
  next_attempt_at: string | null
  /** Why one that is due waits. */
  waits_for: {
    code: ErrorCode
    /** Not before then; it may take longer. Null: until somebody resumes it. */
    until: string | null
    message: string
  } | null
  /** How often publishing was begun. */
  attempt_count: number
  /** For example a first comment that was refused. */
  warnings: string[]
  /** Of outcome_unknown: posts that the platform shows and that may be this one. Answer with retry_post. */
  candidates:
    | {
        /** The platform's own number; name it as candidate_id. */
        id: string
        url: string | null
        /** How its words begin there. */
        text: string
        at: string | null
      }[]
    | null
  /** Of outcome_unknown in a thread: which part is asked about; 1 is the post itself. */
  part: number | null
  /** Of a thread: what goes to this account, in order, and how far each part is. */
  parts:
    | {
        content: string
        media_ids: number[]
        /** 1 is the post itself. */
        part: number
        /** Behind one that failed they stay pending, until retry_post. */
        status: 'pending' | 'publishing' | 'published' | 'failed' | 'blocked'
        platform_post_id: string | null
        platform_url: string | null
        error_code: ErrorCode | null
      }[]
    | null
  /** Left out: nobody asked for it to be taken down. */
  removal?:
    | {
        /** removed: the platform says so. unsupported: it lets nobody but a person do it, at act_url. */
        state: 'pending' | 'removing' | 'removed' | 'failed' | 'unsupported'
        asked_at: string
        finished_at: string | null
        /** When one that waits is tried next. */
        next_attempt_at: string | null
        error_code: ErrorCode | null
        /** Why it waits, or what a person has to do. */
        message: string | null
        /** Where a person takes it down, when only a person can. */
        act_url: string | null
      }
    | undefined
  /** The last change of what is out; left out: there is none. */
  edit?:
    | {
        /** As it was published it is 1. */
        revision: number
        /** edited: the platform took it. */
        state: 'pending' | 'editing' | 'edited' | 'failed'
        /** The text that it brings; null: the text stays. */
        content: string | null
        /** The options that it changes. */
        options: Record<string, unknown>
        asked_at: string
        finished_at: string | null
        /** When one that waits is tried next. */
        next_attempt_at: string | null
        error_code: ErrorCode | null
        message: string | null
        /** Of one that failed: where a person changes it. */
        act_url: string | null
        /** What is out now. Null and what is not named: as the post was published. */
        out: {
          revision: number
          content: string | null
          options: Record<string, unknown>
        }
      }
    | undefined
  /** What goes out there, with the parameters on its links. Left out where it is as written. */
  wording?:
    | {
        content: string
        first_comment: string | null
      }
    | undefined
}

export interface PerAccount {
  status: 'pending' | 'publishing' | 'published' | 'failed' | 'blocked'
  platform_post_id: string | null
  platform_url: string | null
  /** Out, and where is looked for; else left out. */
  url_pending?: boolean | undefined
  error_message: string | null
  /** Stable, for programs. */
  error_code: ErrorCode | null
  blocked_reason: 'account_disconnected' | 'account_removed' | 'outcome_unknown' | null
  published_at: string | null
  /** When a waiting delivery is tried next; never in the past. */
  next_attempt_at: string | null
  /** Why one that is due waits. */
  waits_for: {
    code: ErrorCode
    /** Not before then; it may take longer. Null: until somebody resumes it. */
    until: string | null
    message: string
  } | null
  /** How often publishing was begun. */
  attempt_count: number
  /** For example a first comment that was refused. */
  warnings: string[]
  /** Of outcome_unknown: posts that the platform shows and that may be this one. Answer with retry_post. */
  candidates:
    | {
        /** The platform's own number; name it as candidate_id. */
        id: string
        url: string | null
        /** How its words begin there. */
        text: string
        at: string | null
      }[]
    | null
  /** Of outcome_unknown in a thread: which part is asked about; 1 is the post itself. */
  part: number | null
  /** Of a thread: what goes to this account, in order, and how far each part is. */
  parts:
    | {
        content: string
        media_ids: number[]
        /** 1 is the post itself. */
        part: number
        /** Behind one that failed they stay pending, until retry_post. */
        status: 'pending' | 'publishing' | 'published' | 'failed' | 'blocked'
        platform_post_id: string | null
        platform_url: string | null
        error_code: ErrorCode | null
      }[]
    | null
  /** Left out: nobody asked for it to be taken down. */
  removal?:
    | {
        /** removed: the platform says so. unsupported: it lets nobody but a person do it, at act_url. */
        state: 'pending' | 'removing' | 'removed' | 'failed' | 'unsupported'
        asked_at: string
        finished_at: string | null
        /** When one that waits is tried next. */
        next_attempt_at: string | null
        error_code: ErrorCode | null
        /** Why it waits, or what a person has to do. */
        message: string | null
        /** Where a person takes it down, when only a person can. */
        act_url: string | null
      }
    | undefined
  /** The last change of what is out; left out: there is none. */
  edit?:
    | {
        /** As it was published it is 1. */
        revision: number
        /** edited: the platform took it. */
        state: 'pending' | 'editing' | 'edited' | 'failed'
        /** The text that it brings; null: the text stays. */
        content: string | null
        /** The options that it changes. */
        options: Record<string, unknown>
        asked_at: string
        finished_at: string | null
        /** When one that waits is tried next. */
        next_attempt_at: string | null
        error_code: ErrorCode | null
        message: string | null
        /** Of one that failed: where a person changes it. */
        act_url: string | null
        /** What is out now. Null and what is not named: as the post was published. */
        out: {
          revision: number
          content: string | null
          options: Record<string, unknown>
        }
      }
    | undefined
  /** What goes out there, with the parameters on its links. Left out where it is as written. */
  wording?:
    | {
        content: string
        first_comment: string | null
      }
    | undefined
  account_id: number
  platform: string
  username: string
  /** Where a person connects the account again, when that is what it takes. */
  reconnect_url: string | null
  /** From get_post only: the last 50, oldest first. */
  attempts?:
    | {
        number: number
        started_at: string
        /** Null while it runs, or when its worker died. */
        finished_at: string | null
        /** The step it ended at, when it did not get through. */
        step: string | null
        /** published, failed, blocked, later, look or released. */
        outcome: string | null
        code: ErrorCode | null
        /** The platform's own words. */
        words: string | null
        /** The platform's id of the last request, for its support; null where it gives none. */
        request_id: string | null
      }[]
    | undefined
  /** From get_post only, with analytics:read: its numbers since it went out, oldest first. */
  metrics?:
    | {
        at: string
        reach: number | null
        impressions: number | null
        likes: number | null
        comments: number | null
        shares: number | null
        engagements: number | null
      }[]
    | undefined
}

export type ErrorCode =
  | 'unreachable'
  | 'no_answer'
  | 'server_error'
  | 'gateway_page'
  | 'unreadable_answer'
  | 'success_with_errors'
  | 'nonce_refused'
  | 'rate_limited'
  | 'daily_limit'
  | 'quota_exceeded'
  | 'credits_depleted'
  | 'app_user_cap'
  | 'too_many_drafts'
  | 'looks_automated'
  | 'busy'
  | 'token_expired'
  | 'token_not_spread'
  | 'token_too_young'
  | 'token_not_renewed'
  | 'access_ended'
  | 'credentials_unusable'
  | 'missing_scope'
  | 'no_permission'
  | 'account_suspended'
  | 'account_restricted'
  | 'account_locked'
  | 'blocked_for_now'
  | 'account_not_found'
  | 'app_not_accepted'
  | 'app_not_approved'
  | 'app_not_audited'
  | 'app_lacks_permissions'
  | 'api_not_enabled'
  | 'api_version_ended'
  | 'app_version'
  | 'unsupported_authentication'
  | 'auth_missing'
  | 'domain_not_verified'
  | 'no_public_address'
  | 'invalid_request'
  | 'invalid_options'
  | 'refused'
  | 'forbidden'
  | 'not_found'
  | 'parent_gone'
  | 'duplicate_content'
  | 'against_policy'
  | 'blocked_as_spam'
  | 'text_required'
  | 'text_too_long'
  | 'invalid_text'
  | 'invalid_title'
  | 'invalid_tags'
  | 'invalid_category'
  | 'invalid_publish_time'
  | 'invalid_metadata'
  | 'invalid_link'
  | 'link_with_media'
  | 'no_preview'
  | 'too_many_links'
  | 'too_many_cashtags'
  | 'privacy_not_allowed'
  | 'branded_content_private'
  | 'license_not_allowed'
  | 'locked_private'
  | 'comments_not_allowed'
  | 'board_missing'
  | 'board_gone'
  | 'section_gone'
  | 'playlist_gone'
  | 'playlist_not_yours'
  | 'playlist_full'
  | 'media_required'
  | 'too_many_media'
  | 'media_type'
  | 'media_rejected'
  | 'media_too_large'
  | 'media_dimensions'
  | 'media_ratio'
  | 'video_duration'
  | 'frame_rate'
  | 'invalid_thumbnail'
  | 'thumbnail_not_allowed'
  | 'email_unconfirmed'
  | 'media_not_convertible'
  | 'media_unreadable'
  | 'media_not_fetched'
  | 'media_not_there'
  | 'media_not_ready'
  | 'media_not_prepared'
  | 'upload_lost'
  | 'upload_address_refused'
  | 'publish_id_unknown'
  | 'publish_cancelled'
  | 'container_gone'
  | 'container_untold'
  | 'not_settled'
  | 'not_prepared'
  | 'video_not_kept'
  | 'still_processing'
  | 'not_shown_yet'
  | 'too_few_viewers'
  | 'too_many_posts'
  | 'access_denied'
  | 'authorization_failed'
  | 'state_unknown'
  | 'no_sign_in'
  | 'no_refresh_token'
  | 'no_account'
  | 'not_revoked'
  | 'not_configured'
  | 'invalid_credentials'
  | 'app_password_needed'
  | 'invalid_handle'
  | 'handle_not_found'
  | 'invalid_did'
  | 'did_not_found'
  | 'no_pds'
  | 'invalid_server'
  | 'issuer_mismatch'
  | 'other_account'
  | 'other_server'
  | 'other_person'
  | 'other_browser'
  | 'internal_error'
  | 'held_up'
  | 'account_disconnected'
  | 'account_reconnected'
  | 'account_removed'
  | 'outcome_unknown'
  | 'refused_by_gateway'
  | 'platform_silent'
  | 'platform_limit'
  | 'account_limit'
  | 'paused'
  | 'twin_in_doubt'
  | 'given_up'
  | 'missed_window'
  | 'nothing_out'
  | 'still_shown'
  | 'thread_unfinished'

export interface Media {
  id: number
  original_name: string
  mime_type: string
  size_bytes: number
  cdn_url: string
  /** A small preview, where one could be made. */
  thumbnail_url: string | null
  width: number | null
  height: number | null
  /** Seconds; null was never measured. */
  duration: number | null
  sha256: string | null
  folder: string | null
  tags: string[]
  alt_text: string | null
  /** Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none. */
  poster_url?: string | undefined
  /** The item that it was made of. */
  derived_from?: number | undefined
  /** Of folder, tags or alt text. */
  updated_at: string
}

export interface AttachedMedia {
  id: number
  original_name: string
  mime_type: string
  size_bytes: number
  cdn_url: string
  /** A small preview, where one could be made. */
  thumbnail_url: string | null
  width: number | null
  height: number | null
  /** Seconds; null was never measured. */
  duration: number | null
  sha256: string | null
  folder: string | null
  tags: string[]
  alt_text: string | null
}

export interface UploadSession {
  upload_id: string
  /** Bytes of every chunk but the last. */
  chunk_size: number
  /** Stored so far: the offset of the next chunk. */
  received_bytes: number
  size_bytes: number
  expires_at: string
  /** Every byte has arrived; complete it to get the media item. */
  completed: boolean
  /** For whoever opened it: takes the chunks (PATCH ?offset=) and tells this (GET), without any credential. */
  upload_url: string | null
  /** The item it became. */
  media_id: number | null
}

export interface ApiKey {
  id: string
  name: string
  key_preview: string
  abilities: string[]
  leash: {
    /** The only accounts that exist for it. */
    account_ids: number[] | null
    /** The only things it may do. */
    actions: ('read' | 'draft' | 'schedule' | 'publish' | 'delete')[] | null
    /** Posts it may put on schedule or publish a day, in the workspace's time zone. */
    posts_per_day: number | null
    /** Requests it may send in any minute, beside what the service allows everybody. */
    requests_per_minute: number | null
    /** What it schedules or publishes waits as a draft until somebody else approves it. */
    needs_approval: boolean
    /** From then on it is refused like a revoked one. */
    expires_at: string | null
    /** It may do nothing until somebody resumes it. */
    paused: boolean
  }
  last_used_at: string | null
  created_at: string
}

export type SchedulePostInput = {
  /** Default text for all accounts; platforms have limits of their own. */
  content: string
  /** Ids from get_accounts. */
  social_account_ids?: number[] | undefined
  /** From list_account_sets. */
  account_set_ids?: number[] | undefined
  /** In their order. */
  media_ids?: number[] | undefined
  /** Posted as a reply, where the platform has that. */
  first_comment?: string | null | undefined
  /** Texts and options of their own for single accounts. */
  platform_content?:
    | {
        account_id: number
        content?: string | undefined
        options?: Record<string, unknown> | undefined
        thread?:
          | {
              content?: string | undefined
              media_ids?: number[] | undefined
            }[]
          | undefined
        scheduled_at?: string | undefined
      }[]
    | undefined
  /** Options by platform; see get_capabilities. */
  platform_options?: Record<string, Record<string, unknown>> | undefined
  thread?:
    | {
        content?: string | undefined
        media_ids?: number[] | undefined
      }[]
    | null
    | undefined
  thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
  split?: 'none' | 'plain' | 'numbered' | null | undefined
  /** If an answer is lost and the platform shows no post: send once more, or ask. */
  in_doubt?: 'look_then_send' | 'ask' | null | undefined
  /** Your own id; a second post with it is refused. */
  external_id?: string | null | undefined
  /** Yours; given back as it is. */
  metadata?: Record<string, unknown> | null | undefined
  labels?: string[] | undefined
  /** Never published. */
  note?: string | null | undefined
  /** Make it even if a post has the same text, accounts and day. */
  allow_duplicate?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
  scheduled_at?: string | null | undefined
  /** Publish immediately instead of scheduling. */
  publish_now?: boolean | undefined
  when?: string | null | undefined
  /** With when next_slot: the queue whose next slot it takes. */
  queue?: number | undefined
  /** Whose clock a time without a zone is read by; default the workspace's. */
  timezone?: string | undefined
} & ({ social_account_ids: number[] } | { account_set_ids: number[] })

export type SchedulePostAnswer = {
  id: number
  content: string
  status: 'draft' | 'scheduled' | 'published' | 'failed'
  scheduled_at: string | null
  published_at: string | null
  error_message: string | null
  first_comment: string | null
  platform_content: {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
    thread?:
      | {
          content: string
          media_ids: number[]
        }[]
      | undefined
    /** Where it goes out later than elsewhere. */
    scheduled_at?: string | undefined
  }[]
  /** By platform; see the capabilities. */
  platform_options: Record<string, Record<string, unknown>>
  /** After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it. */
  in_doubt: 'look_then_send' | 'ask' | null
  /** The parts behind the first; null: it is no thread. */
  thread?:
    | {
        content: string
        media_ids: number[]
      }[]
    | null
    | undefined
  /** Where a platform has no threads; null: refuse. */
  thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
  /** What is too long is cut into a thread. */
  split?: 'plain' | 'numbered' | null | undefined
  media: AttachedMedia[]
  socialAccounts: SocialAccount[]
  created_via: 'rest' | 'mcp' | 'dashboard'
  /** The series that made it. */
  series_id?: number | null | undefined
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** Only on drafts that wait for approval or were declined. */
  approval: {
    state: 'awaiting' | 'declined'
    asked_at: string
    /** Why it was declined, where something was said. */
    reason: string | null
  } | null
  /** The caller's own id of it, unique in the workspace. */
  external_id: string | null
  /** As it was sent. */
  metadata: Record<string, unknown> | null
  labels: string[]
  /** What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known. */
  risks?:
    | {
        code:
          | 'account_needs_reconnect'
          | 'token_ends_before'
          | 'daily_cap'
          | 'plan_limit'
          | 'media_gone'
          | 'api_version_ends'
          | 'platform_unreachable'
          | 'app_not_public'
          | 'identical_text'
          | 'approval_missing'
        /** Null: it is about the whole post. */
        account_id: number | null
        since: string
        /** Where a person does something about it; null: whoever runs Crier does. */
        act_url: string | null
      }[]
    | undefined
  /** For those who work on it; never published. */
  note: string | null
  /** Of a thread: files of the parts behind the first, each once, with the alt text that goes out. */
  part_media?: AttachedMedia[] | undefined
  outcome: 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted'
  /** What a person has to do: decide whether it is out (retry_post), reconnect an account, approve. */
  needs: ('decision' | 'reconnect' | 'approval')[]
  /** Of a deleted post: where it is public still. */
  still_live?:
    | {
        account_id: number
        platform: string
        url: string | null
      }[]
    | undefined
  per_account: PerAccount[]
  /** From get_post only: its changes, the oldest first. Left out: it was never changed. */
  revisions?:
    | {
        /** 1 is the post as it was written first. */
        number: number
        at: string
        by: {
          kind: 'person' | 'key' | 'app' | 'crier'
          /** Null where it is not told to whoever asks. */
          id: string | null
          name: string | null
        }
        /** What differs from the one before. */
        changed: (
          | 'content'
          | 'first_comment'
          | 'social_account_ids'
          | 'media_ids'
          | 'platform_content'
          | 'platform_options'
          | 'thread'
          | 'thread_as'
          | 'split'
          | 'scheduled_at'
        )[]
      }[]
    | undefined
  /** From get_post only. */
  created_by?:
    | {
        kind: 'person' | 'key' | 'app' | 'crier'
        /** Null where it is not told to whoever asks. */
        id: string | null
        name: string | null
      }
    | undefined
  /** From get_post only, where approval was asked for: who wants it out. */
  asked_by?:
    | {
        key_id: string
        name: string
      }
    | {
        grant_id: string
        name: string
      }
    | {
        person_id: number
        name: string
      }
    | null
    | undefined
  /** The queue that it stands in. Left out: none. */
  queue_id?: number | undefined
  warnings: string[]
  /** Of a draft that was written just now: what keeps it from going out, as data. */
  problems?:
    | {
        field: string
        /** As it stands in `errors`; of a draft, in `warnings`. */
        message: string
        code:
          | 'account_not_found'
          | 'media_not_found'
          | 'text_too_long'
          | 'text_required'
          | 'media_required'
          | 'media_type'
          | 'media_too_large'
          | 'media_measures'
          | 'alt_text_too_long'
          | 'too_many_media'
          | 'mixed_media'
          | 'media'
          | 'no_threads'
          | 'thread'
          | 'option'
        /** Which sentence `message` is: for whoever says it in another language. */
        check?: string | undefined
        /** What stands in it. */
        values?: Record<string, string | number | string[]> | undefined
        account_id?: number | undefined
        platform?: string | undefined
        media_ids?: number[] | undefined
        measured?: number | undefined
        limit?: number | undefined
        unit?: string | undefined
        /** Each of them mends it. */
        fixes: {
          action: 'shorten' | 'split' | 'join' | 'remove_media' | 'remove_account' | 'remove_option'
          /** A JSON merge patch (RFC 7396) of the post as it was sent. */
          patch: Record<string, unknown>
        }[]
      }[]
    | undefined
  /** With dry_run: those of `warnings` that a check of the post said, as data. */
  remarks?:
    | {
        /** As it stands in `warnings`. */
        message: string
        /** Which sentence `message` is: for whoever says it in another language. */
        check: string
        /** What stands in it. */
        values: Record<string, string | number | string[]>
      }[]
    | undefined
  /** With dry_run: previews of links that it would go out with. */
  link_cards?:
    | {
        account_ids: number[]
        url: string
        title: string
        description: string
        has_picture: boolean
      }[]
    | undefined
  /** With dry_run, where a platform asks for one. */
  estimated_cost?:
    | {
        /** Of all of it; reading and looking come on top. */
        usd: number
        per_account: {
          account_id: number
          usd: number
        }[]
      }
    | undefined
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
  /** A post with the same text, accounts and day. */
  duplicate_of: number | null
}

export interface SchedulePostsInput {
  /** Each as schedule_post takes it. */
  posts: Record<string, unknown>[]
  /** If one is refused, make none. */
  all_or_nothing?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type SchedulePostsAnswer = {
  results: (
    | {
        index: number
        post: Post
        existed: boolean
      }
    | {
        index: number
        /** invalid, or what a single call would be refused with. */
        code: string
        message: string
        /** By field of this post. */
        errors: Record<string, string[]>
        resets_at?: string | undefined
        /** The errors, as data. */
        problems?:
          | {
              field: string
              /** As it stands in `errors`; of a draft, in `warnings`. */
              message: string
              code:
                | 'account_not_found'
                | 'media_not_found'
                | 'text_too_long'
                | 'text_required'
                | 'media_required'
                | 'media_type'
                | 'media_too_large'
                | 'media_measures'
                | 'alt_text_too_long'
                | 'too_many_media'
                | 'mixed_media'
                | 'media'
                | 'no_threads'
                | 'thread'
                | 'option'
              /** Which sentence `message` is: for whoever says it in another language. */
              check?: string | undefined
              /** What stands in it. */
              values?: Record<string, string | number | string[]> | undefined
              account_id?: number | undefined
              platform?: string | undefined
              media_ids?: number[] | undefined
              measured?: number | undefined
              limit?: number | undefined
              unit?: string | undefined
              /** Each of them mends it. */
              fixes: {
                action:
                  | 'shorten'
                  | 'split'
                  | 'join'
                  | 'remove_media'
                  | 'remove_account'
                  | 'remove_option'
                /** A JSON merge patch (RFC 7396) of the post as it was sent. */
                patch: Record<string, unknown>
              }[]
            }[]
          | undefined
        /** Which sentence `message` is: for whoever says it in another language. */
        check?: string | undefined
        /** What stands in it. */
        values?: Record<string, string | number | string[]> | undefined
        /** The post that has the external_id, or the same words. */
        post_id?: number | undefined
      }
  )[]
  created: number
  failed: number
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface ImportPostsInput {
  /** The table; over REST it may be the body itself, as text/csv. */
  csv: string
  /** Whose clock times without a zone are read by; default the workspace's. */
  timezone?: string | undefined
  /** If one row is refused, make none. */
  all_or_nothing?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type ImportPostsAnswer = {
  results: (
    | {
        post: Post
        existed: boolean
        /** As a program for tables counts; the names of the columns are row 1. */
        row: number
      }
    | {
        /** invalid, or what a single call would be refused with. */
        code: string
        message: string
        /** By field of this post. */
        errors: Record<string, string[]>
        resets_at?: string | undefined
        /** The errors, as data. */
        problems?:
          | {
              field: string
              /** As it stands in `errors`; of a draft, in `warnings`. */
              message: string
              code:
                | 'account_not_found'
                | 'media_not_found'
                | 'text_too_long'
                | 'text_required'
                | 'media_required'
                | 'media_type'
                | 'media_too_large'
                | 'media_measures'
                | 'alt_text_too_long'
                | 'too_many_media'
                | 'mixed_media'
                | 'media'
                | 'no_threads'
                | 'thread'
                | 'option'
              /** Which sentence `message` is: for whoever says it in another language. */
              check?: string | undefined
              /** What stands in it. */
              values?: Record<string, string | number | string[]> | undefined
              account_id?: number | undefined
              platform?: string | undefined
              media_ids?: number[] | undefined
              measured?: number | undefined
              limit?: number | undefined
              unit?: string | undefined
              /** Each of them mends it. */
              fixes: {
                action:
                  | 'shorten'
                  | 'split'
                  | 'join'
                  | 'remove_media'
                  | 'remove_account'
                  | 'remove_option'
                /** A JSON merge patch (RFC 7396) of the post as it was sent. */
                patch: Record<string, unknown>
              }[]
            }[]
          | undefined
        /** Which sentence `message` is: for whoever says it in another language. */
        check?: string | undefined
        /** What stands in it. */
        values?: Record<string, string | number | string[]> | undefined
        /** The post that has the external_id, or the same words. */
        post_id?: number | undefined
        /** As a program for tables counts; the names of the columns are row 1. */
        row: number
        cells: {
          /** Such as B7; null: the table has no such column. */
          cell: string | null
          column: string | null
          text: string
        }[]
      }
  )[]
  created: number
  failed: number
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface UpdatePostInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Default text for all accounts; platforms have limits of their own. */
  content?: string | undefined
  /** Ids from get_accounts. */
  social_account_ids?: number[] | undefined
  /** From list_account_sets. */
  account_set_ids?: number[] | undefined
  /** In their order. */
  media_ids?: number[] | undefined
  /** Posted as a reply, where the platform has that. */
  first_comment?: string | null | undefined
  /** Texts and options of their own for single accounts. */
  platform_content?:
    | {
        account_id: number
        content?: string | undefined
        options?: Record<string, unknown> | undefined
        thread?:
          | {
              content?: string | undefined
              media_ids?: number[] | undefined
            }[]
          | undefined
        scheduled_at?: string | undefined
      }[]
    | undefined
  /** Options by platform; see get_capabilities. */
  platform_options?: Record<string, Record<string, unknown>> | undefined
  thread?:
    | {
        content?: string | undefined
        media_ids?: number[] | undefined
      }[]
    | null
    | undefined
  thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
  split?: 'none' | 'plain' | 'numbered' | null | undefined
  /** If an answer is lost and the platform shows no post: send once more, or ask. */
  in_doubt?: 'look_then_send' | 'ask' | null | undefined
  /** Your own id; a second post with it is refused. */
  external_id?: string | null | undefined
  /** Yours; given back as it is. */
  metadata?: Record<string, unknown> | null | undefined
  labels?: string[] | undefined
  /** Never published. */
  note?: string | null | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
  /** By id, what this post says of files that the same call names; others as in the library. */
  alt_texts?: Record<string, string | null> | undefined
  scheduled_at?: string | null | undefined
  publish_now?: boolean | undefined
  /** Moves the post: draft, now, next_slot, or an ISO 8601 time. */
  when?: string | undefined
  /** With when next_slot: the queue whose next slot it takes. */
  queue?: number | undefined
  /** Whose clock a time without a zone is read by; default the workspace's. */
  timezone?: string | undefined
}

export interface UpdatePostsInput {
  ids: number[]
  /** Moves all: draft, now, next_slot (in the order of ids), a time. */
  when?: string | undefined
  /** With when next_slot: the queue whose next slot it takes. */
  queue?: number | undefined
  /** A new time; drafts keep it and stay drafts. */
  scheduled_at?: string | undefined
  /** Whose clock a time without a zone is read by; default the workspace's. */
  timezone?: string | undefined
  /** Moves each from its own time; negative is earlier. */
  shift_minutes?: number | undefined
  /** Stop all, as cancel_post does. */
  cancel?: boolean | undefined
  /** Deals the slots that they hold in one queue in the order of ids; all or none. */
  reorder?: boolean | undefined
  /** All labels from now on. */
  labels?: string[] | undefined
  add_labels?: string[] | undefined
  remove_labels?: string[] | undefined
  /** If one is refused, change none. */
  all_or_nothing?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type UpdatePostsAnswer = {
  results: (
    | {
        index: number
        post: Post
      }
    | {
        index: number
        /** invalid, or what a single call would be refused with. */
        code: string
        message: string
        /** By field of this post. */
        errors: Record<string, string[]>
        resets_at?: string | undefined
        /** The errors, as data. */
        problems?:
          | {
              field: string
              /** As it stands in `errors`; of a draft, in `warnings`. */
              message: string
              code:
                | 'account_not_found'
                | 'media_not_found'
                | 'text_too_long'
                | 'text_required'
                | 'media_required'
                | 'media_type'
                | 'media_too_large'
                | 'media_measures'
                | 'alt_text_too_long'
                | 'too_many_media'
                | 'mixed_media'
                | 'media'
                | 'no_threads'
                | 'thread'
                | 'option'
              /** Which sentence `message` is: for whoever says it in another language. */
              check?: string | undefined
              /** What stands in it. */
              values?: Record<string, string | number | string[]> | undefined
              account_id?: number | undefined
              platform?: string | undefined
              media_ids?: number[] | undefined
              measured?: number | undefined
              limit?: number | undefined
              unit?: string | undefined
              /** Each of them mends it. */
              fixes: {
                action:
                  | 'shorten'
                  | 'split'
                  | 'join'
                  | 'remove_media'
                  | 'remove_account'
                  | 'remove_option'
                /** A JSON merge patch (RFC 7396) of the post as it was sent. */
                patch: Record<string, unknown>
              }[]
            }[]
          | undefined
        /** Which sentence `message` is: for whoever says it in another language. */
        check?: string | undefined
        /** What stands in it. */
        values?: Record<string, string | number | string[]> | undefined
        post_id: number
      }
  )[]
  updated: number
  failed: number
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface GetPostInput {
  /** The post. */
  id: number
  /** Seconds to wait for the outcome, at most 30. */
  wait?: number | undefined
}

export interface GetPostRevisionInput {
  /** The post. */
  id: number
  /** Of revisions in get_post. */
  number: number
}

export type GetPostRevisionAnswer = {
  /** 1 is the post as it was written first. */
  number: number
  at: string
  by: {
    kind: 'person' | 'key' | 'app' | 'crier'
    /** Null where it is not told to whoever asks. */
    id: string | null
    name: string | null
  }
  /** What differs from the one before. */
  changed: (
    | 'content'
    | 'first_comment'
    | 'social_account_ids'
    | 'media_ids'
    | 'platform_content'
    | 'platform_options'
    | 'thread'
    | 'thread_as'
    | 'split'
    | 'scheduled_at'
  )[]
  content: string
  first_comment: string | null
  social_account_ids: number[]
  media_ids: number[]
  platform_content: {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
    thread?:
      | {
          content: string
          media_ids: number[]
        }[]
      | undefined
    /** Where it goes out later than elsewhere. */
    scheduled_at?: string | undefined
  }[]
  platform_options: Record<string, Record<string, unknown>>
  thread:
    | {
        content: string
        media_ids: number[]
      }[]
    | null
  thread_as: 'refuse' | 'join' | 'comments' | null
  split: 'plain' | 'numbered' | null
  scheduled_at: string | null
}

export interface ListPostsInput {
  status?: 'draft' | 'scheduled' | 'published' | 'failed' | 'all' | undefined
  /** Scheduled on or after: a date or an ISO 8601 time; without a zone, in the workspace's. */
  from?: string | undefined
  /** Scheduled on or before: a date (its whole day) or an ISO 8601 time. */
  to?: string | undefined
  /** Only these: partial and failed is what did not get through. */
  outcome?:
    | ('draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted')[]
    | undefined
  /** Only posts for which a person has to do this. */
  needs?: ('decision' | 'reconnect' | 'approval')[] | undefined
  /** Only soft-deleted posts. */
  deleted?: boolean | undefined
  /** 1 to 200, default 20. */
  per_page?: number | undefined
  page?: number | undefined
  /** From next_page_url: goes on there, whatever became of the items before. */
  after?: string | undefined
  /** Only posts that something may keep from going out as planned; false: only others. */
  at_risk?: boolean | undefined
  /** To any of these. */
  account_ids?: number[] | undefined
  platform?: string | undefined
  /** With any of these. */
  labels?: string[] | undefined
  external_id?: string | undefined
  /** Words of the content, or their beginnings. */
  search?: string | undefined
  created_via?: 'rest' | 'mcp' | 'dashboard' | undefined
  /** Made with this key. */
  key_id?: string | undefined
  updated_since?: string | undefined
  /** Default created_at. By published_at: only what is out. */
  sort?: 'created_at' | 'scheduled_at' | 'published_at' | 'updated_at' | undefined
  /** Default desc. */
  order?: 'asc' | 'desc' | undefined
  /** From next_cursor. */
  cursor?: string | undefined
  /** Made by this series. */
  series_id?: number | undefined
  /** Put into this queue. */
  queue_id?: number | undefined
}

export type ListPostsAnswer = {
  data: Post[]
  current_page: number
  per_page: number
  last_page: number
  total: number
  next_page_url: string | null
  prev_page_url: string | null
  /** Over MCP and in the dashboard nobody counts further than 10,000. */
  total_is: 'exact' | 'at_least'
  next_cursor: string | null
}

export interface ExportPostsInput {
  status?: 'draft' | 'scheduled' | 'published' | 'failed' | 'all' | undefined
  /** Scheduled on or after: a date or an ISO 8601 time; without a zone, in the workspace's. */
  from?: string | undefined
  /** Scheduled on or before: a date (its whole day) or an ISO 8601 time. */
  to?: string | undefined
  /** Only these: partial and failed is what did not get through. */
  outcome?:
    | ('draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted')[]
    | undefined
  /** Only posts for which a person has to do this. */
  needs?: ('decision' | 'reconnect' | 'approval')[] | undefined
  /** Only soft-deleted posts. */
  deleted?: boolean | undefined
  /** Only posts that something may keep from going out as planned; false: only others. */
  at_risk?: boolean | undefined
  /** To any of these. */
  account_ids?: number[] | undefined
  platform?: string | undefined
  /** With any of these. */
  labels?: string[] | undefined
  external_id?: string | undefined
  /** Words of the content, or their beginnings. */
  search?: string | undefined
  created_via?: 'rest' | 'mcp' | 'dashboard' | undefined
  /** Made with this key. */
  key_id?: string | undefined
  updated_since?: string | undefined
  /** Default created_at. By published_at: only what is out. */
  sort?: 'created_at' | 'scheduled_at' | 'published_at' | 'updated_at' | undefined
  /** Default desc. */
  order?: 'asc' | 'desc' | undefined
  /** Made by this series. */
  series_id?: number | undefined
  /** Put into this queue. */
  queue_id?: number | undefined
  /** From next_cursor. */
  cursor?: string | undefined
}

export interface PublishNowInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
  /** Seconds to wait for the outcome, at most 30. */
  wait?: number | undefined
  /** Where it was taken down: publish it once more, which counts as a post. */
  republish?: true | undefined
}

export interface RetryPostInput {
  /** The post. */
  id: number
  /** Accounts with outcome_unknown on which you looked and the post is not there: they are sent again. */
  confirm_not_published?:
    | (
        | number
        | {
            account_id: number
            part: number
          }
      )[]
    | undefined
  /** Accounts with outcome_unknown on which the post is there after all. */
  mark_published?:
    | {
        account_id: number
        /** The id of the candidate that it is; see get_post. */
        candidate_id?: string | undefined
        part?: number | undefined
        url?: string | undefined
      }[]
    | undefined
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Seconds to wait for the outcome, at most 30. */
  wait?: number | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface DuplicatePostInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type DuplicatePostAnswer = {
  id: number
  content: string
  status: 'draft' | 'scheduled' | 'published' | 'failed'
  scheduled_at: string | null
  published_at: string | null
  error_message: string | null
  first_comment: string | null
  platform_content: {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
    thread?:
      | {
          content: string
          media_ids: number[]
        }[]
      | undefined
    /** Where it goes out later than elsewhere. */
    scheduled_at?: string | undefined
  }[]
  /** By platform; see the capabilities. */
  platform_options: Record<string, Record<string, unknown>>
  /** After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it. */
  in_doubt: 'look_then_send' | 'ask' | null
  /** The parts behind the first; null: it is no thread. */
  thread?:
    | {
        content: string
        media_ids: number[]
      }[]
    | null
    | undefined
  /** Where a platform has no threads; null: refuse. */
  thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
  /** What is too long is cut into a thread. */
  split?: 'plain' | 'numbered' | null | undefined
  media: AttachedMedia[]
  socialAccounts: SocialAccount[]
  created_via: 'rest' | 'mcp' | 'dashboard'
  /** The series that made it. */
  series_id?: number | null | undefined
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** Only on drafts that wait for approval or were declined. */
  approval: {
    state: 'awaiting' | 'declined'
    asked_at: string
    /** Why it was declined, where something was said. */
    reason: string | null
  } | null
  /** The caller's own id of it, unique in the workspace. */
  external_id: string | null
  /** As it was sent. */
  metadata: Record<string, unknown> | null
  labels: string[]
  /** What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known. */
  risks?:
    | {
        code:
          | 'account_needs_reconnect'
          | 'token_ends_before'
          | 'daily_cap'
          | 'plan_limit'
          | 'media_gone'
          | 'api_version_ends'
          | 'platform_unreachable'
          | 'app_not_public'
          | 'identical_text'
          | 'approval_missing'
        /** Null: it is about the whole post. */
        account_id: number | null
        since: string
        /** Where a person does something about it; null: whoever runs Crier does. */
        act_url: string | null
      }[]
    | undefined
  /** For those who work on it; never published. */
  note: string | null
  /** Of a thread: files of the parts behind the first, each once, with the alt text that goes out. */
  part_media?: AttachedMedia[] | undefined
  outcome: 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted'
  /** What a person has to do: decide whether it is out (retry_post), reconnect an account, approve. */
  needs: ('decision' | 'reconnect' | 'approval')[]
  /** Of a deleted post: where it is public still. */
  still_live?:
    | {
        account_id: number
        platform: string
        url: string | null
      }[]
    | undefined
  per_account: PerAccount[]
  /** From get_post only: its changes, the oldest first. Left out: it was never changed. */
  revisions?:
    | {
        /** 1 is the post as it was written first. */
        number: number
        at: string
        by: {
          kind: 'person' | 'key' | 'app' | 'crier'
          /** Null where it is not told to whoever asks. */
          id: string | null
          name: string | null
        }
        /** What differs from the one before. */
        changed: (
          | 'content'
          | 'first_comment'
          | 'social_account_ids'
          | 'media_ids'
          | 'platform_content'
          | 'platform_options'
          | 'thread'
          | 'thread_as'
          | 'split'
          | 'scheduled_at'
        )[]
      }[]
    | undefined
  /** From get_post only. */
  created_by?:
    | {
        kind: 'person' | 'key' | 'app' | 'crier'
        /** Null where it is not told to whoever asks. */
        id: string | null
        name: string | null
      }
    | undefined
  /** From get_post only, where approval was asked for: who wants it out. */
  asked_by?:
    | {
        key_id: string
        name: string
      }
    | {
        grant_id: string
        name: string
      }
    | {
        person_id: number
        name: string
      }
    | null
    | undefined
  /** The queue that it stands in. Left out: none. */
  queue_id?: number | undefined
  warnings: string[]
  /** Of a draft that was written just now: what keeps it from going out, as data. */
  problems?:
    | {
        field: string
        /** As it stands in `errors`; of a draft, in `warnings`. */
        message: string
        code:
          | 'account_not_found'
          | 'media_not_found'
          | 'text_too_long'
          | 'text_required'
          | 'media_required'
          | 'media_type'
          | 'media_too_large'
          | 'media_measures'
          | 'alt_text_too_long'
          | 'too_many_media'
          | 'mixed_media'
          | 'media'
          | 'no_threads'
          | 'thread'
          | 'option'
        /** Which sentence `message` is: for whoever says it in another language. */
        check?: string | undefined
        /** What stands in it. */
        values?: Record<string, string | number | string[]> | undefined
        account_id?: number | undefined
        platform?: string | undefined
        media_ids?: number[] | undefined
        measured?: number | undefined
        limit?: number | undefined
        unit?: string | undefined
        /** Each of them mends it. */
        fixes: {
          action: 'shorten' | 'split' | 'join' | 'remove_media' | 'remove_account' | 'remove_option'
          /** A JSON merge patch (RFC 7396) of the post as it was sent. */
          patch: Record<string, unknown>
        }[]
      }[]
    | undefined
  /** With dry_run: those of `warnings` that a check of the post said, as data. */
  remarks?:
    | {
        /** As it stands in `warnings`. */
        message: string
        /** Which sentence `message` is: for whoever says it in another language. */
        check: string
        /** What stands in it. */
        values: Record<string, string | number | string[]>
      }[]
    | undefined
  /** With dry_run: previews of links that it would go out with. */
  link_cards?:
    | {
        account_ids: number[]
        url: string
        title: string
        description: string
        has_picture: boolean
      }[]
    | undefined
  /** With dry_run, where a platform asks for one. */
  estimated_cost?:
    | {
        /** Of all of it; reading and looking come on top. */
        usd: number
        per_account: {
          account_id: number
          usd: number
        }[]
      }
    | undefined
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
  dropped_account_ids: number[]
}

export interface CancelPostInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
  /** Gives up these, which wait while others are out: they are not sent any more. */
  account_ids?: number[] | undefined
}

export interface DeletePostInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface RestorePostInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface UnpublishPostInput {
  /** The post. */
  id: number
  /** Default: all of the post. */
  account_ids?: number[] | undefined
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Seconds to wait for the outcome, at most 30. */
  wait?: number | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface EditPublishedPostInput {
  /** The post. */
  id: number
  /** Default: all of the post. */
  account_ids?: number[] | undefined
  /** The whole new text; on YouTube the description. */
  content?: string | undefined
  /** By platform, what changes: {"youtube": {"title": "…"}}. */
  platform_options?: Record<string, Record<string, unknown>> | undefined
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Seconds to wait for the outcome, at most 30. */
  wait?: number | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface ListApprovalsInput {
  /** 1 to 200, default 20. */
  per_page?: number | undefined
  page?: number | undefined
  /** From next_page_url: goes on there, whatever became of the items before. */
  after?: string | undefined
}

export type ListApprovalsAnswer = {
  data: {
    id: number
    content: string
    status: 'draft' | 'scheduled' | 'published' | 'failed'
    scheduled_at: string | null
    published_at: string | null
    error_message: string | null
    first_comment: string | null
    platform_content: {
      account_id: number
      content?: string | undefined
      options?: Record<string, unknown> | undefined
      thread?:
        | {
            content: string
            media_ids: number[]
          }[]
        | undefined
      /** Where it goes out later than elsewhere. */
      scheduled_at?: string | undefined
    }[]
    /** By platform; see the capabilities. */
    platform_options: Record<string, Record<string, unknown>>
    /** After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it. */
    in_doubt: 'look_then_send' | 'ask' | null
    /** The parts behind the first; null: it is no thread. */
    thread?:
      | {
          content: string
          media_ids: number[]
        }[]
      | null
      | undefined
    /** Where a platform has no threads; null: refuse. */
    thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
    /** What is too long is cut into a thread. */
    split?: 'plain' | 'numbered' | null | undefined
    media: AttachedMedia[]
    socialAccounts: SocialAccount[]
    created_via: 'rest' | 'mcp' | 'dashboard'
    /** The series that made it. */
    series_id?: number | null | undefined
    created_at: string
    updated_at: string
    deleted_at: string | null
    /** Only on drafts that wait for approval or were declined. */
    approval: {
      state: 'awaiting' | 'declined'
      asked_at: string
      /** Why it was declined, where something was said. */
      reason: string | null
    } | null
    /** The caller's own id of it, unique in the workspace. */
    external_id: string | null
    /** As it was sent. */
    metadata: Record<string, unknown> | null
    labels: string[]
    /** What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known. */
    risks?:
      | {
          code:
            | 'account_needs_reconnect'
            | 'token_ends_before'
            | 'daily_cap'
            | 'plan_limit'
            | 'media_gone'
            | 'api_version_ends'
            | 'platform_unreachable'
            | 'app_not_public'
            | 'identical_text'
            | 'approval_missing'
          /** Null: it is about the whole post. */
          account_id: number | null
          since: string
          /** Where a person does something about it; null: whoever runs Crier does. */
          act_url: string | null
        }[]
      | undefined
    /** For those who work on it; never published. */
    note: string | null
    /** Of a thread: files of the parts behind the first, each once, with the alt text that goes out. */
    part_media?: AttachedMedia[] | undefined
    outcome: 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted'
    /** What a person has to do: decide whether it is out (retry_post), reconnect an account, approve. */
    needs: ('decision' | 'reconnect' | 'approval')[]
    /** Of a deleted post: where it is public still. */
    still_live?:
      | {
          account_id: number
          platform: string
          url: string | null
        }[]
      | undefined
    per_account: PerAccount[]
    /** From get_post only: its changes, the oldest first. Left out: it was never changed. */
    revisions?:
      | {
          /** 1 is the post as it was written first. */
          number: number
          at: string
          by: {
            kind: 'person' | 'key' | 'app' | 'crier'
            /** Null where it is not told to whoever asks. */
            id: string | null
            name: string | null
          }
          /** What differs from the one before. */
          changed: (
            | 'content'
            | 'first_comment'
            | 'social_account_ids'
            | 'media_ids'
            | 'platform_content'
            | 'platform_options'
            | 'thread'
            | 'thread_as'
            | 'split'
            | 'scheduled_at'
          )[]
        }[]
      | undefined
    /** From get_post only. */
    created_by?:
      | {
          kind: 'person' | 'key' | 'app' | 'crier'
          /** Null where it is not told to whoever asks. */
          id: string | null
          name: string | null
        }
      | undefined
    /** The API key, the connected app or the author that wants it out. */
    asked_by:
      | {
          key_id: string
          name: string
        }
      | {
          grant_id: string
          name: string
        }
      | {
          person_id: number
          name: string
        }
      | null
    /** The queue that it stands in. Left out: none. */
    queue_id?: number | undefined
    warnings: string[]
    /** Of a draft that was written just now: what keeps it from going out, as data. */
    problems?:
      | {
          field: string
          /** As it stands in `errors`; of a draft, in `warnings`. */
          message: string
          code:
            | 'account_not_found'
            | 'media_not_found'
            | 'text_too_long'
            | 'text_required'
            | 'media_required'
            | 'media_type'
            | 'media_too_large'
            | 'media_measures'
            | 'alt_text_too_long'
            | 'too_many_media'
            | 'mixed_media'
            | 'media'
            | 'no_threads'
            | 'thread'
            | 'option'
          /** Which sentence `message` is: for whoever says it in another language. */
          check?: string | undefined
          /** What stands in it. */
          values?: Record<string, string | number | string[]> | undefined
          account_id?: number | undefined
          platform?: string | undefined
          media_ids?: number[] | undefined
          measured?: number | undefined
          limit?: number | undefined
          unit?: string | undefined
          /** Each of them mends it. */
          fixes: {
            action:
              | 'shorten'
              | 'split'
              | 'join'
              | 'remove_media'
              | 'remove_account'
              | 'remove_option'
            /** A JSON merge patch (RFC 7396) of the post as it was sent. */
            patch: Record<string, unknown>
          }[]
        }[]
      | undefined
    /** With dry_run: those of `warnings` that a check of the post said, as data. */
    remarks?:
      | {
          /** As it stands in `warnings`. */
          message: string
          /** Which sentence `message` is: for whoever says it in another language. */
          check: string
          /** What stands in it. */
          values: Record<string, string | number | string[]>
        }[]
      | undefined
    /** With dry_run: previews of links that it would go out with. */
    link_cards?:
      | {
          account_ids: number[]
          url: string
          title: string
          description: string
          has_picture: boolean
        }[]
      | undefined
    /** With dry_run, where a platform asks for one. */
    estimated_cost?:
      | {
          /** Of all of it; reading and looking come on top. */
          usd: number
          per_account: {
            account_id: number
            usd: number
          }[]
        }
      | undefined
    /** Nothing was written; this is what would be. */
    dry_run?: true | undefined
  }[]
  current_page: number
  per_page: number
  last_page: number
  total: number
  next_page_url: string | null
  prev_page_url: string | null
}

export interface ApprovePostInput {
  /** The post. */
  id: number
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface DeclinePostInput {
  /** The post. */
  id: number
  /** Shown to whoever asked. */
  reason?: string | undefined
  /** As you saw it: refused when the post was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export interface UndoTodayInput {
  /** Revoked keys too; default what calls. */
  key_id?: string | undefined
  /** Take down what is out, too. */
  published?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type UndoTodayAnswer = {
  /** When the day began. */
  since: string
  cancelled_post_ids: number[]
  deleted_post_ids: number[]
  /** With published: posts that are, or are being, taken down; see get_post. */
  unpublished_post_ids?: number[] | undefined
  not_undone: {
    post_id: number
    status: string
    reason: string
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface UploadMediaInput {
  file?: Blob | undefined
  /** A public https address of the file itself. */
  url?: string | undefined
  /** With its extension. */
  filename?: string | undefined
  /** Where to keep it; null for none. */
  folder?: string | null | undefined
  /** Each at most 50 characters. */
  tags?: string[] | undefined
  /** For people who cannot see it, at most 500 characters; null for none. */
  alt_text?: string | null | undefined
}

export type UploadMediaAnswer = {
  id?: number | undefined
  original_name?: string | undefined
  mime_type?: string | undefined
  size_bytes?: number | undefined
  cdn_url?: string | undefined
  /** A small preview, where one could be made. */
  thumbnail_url?: string | null | undefined
  width?: number | null | undefined
  height?: number | null | undefined
  /** Seconds; null was never measured. */
  duration?: number | null | undefined
  sha256?: string | null | undefined
  folder?: string | null | undefined
  tags?: string[] | undefined
  alt_text?: string | null | undefined
  /** Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none. */
  poster_url?: string | undefined
  /** The item that it was made of. */
  derived_from?: number | undefined
  /** Of folder, tags or alt text. */
  updated_at?: string | undefined
  upload_id?: string | undefined
  /** Bytes of every chunk but the last. */
  chunk_size?: number | undefined
  /** Stored so far: the offset of the next chunk. */
  received_bytes?: number | undefined
  expires_at?: string | undefined
  /** Every byte has arrived; complete it to get the media item. */
  completed?: boolean | undefined
  /** For whoever opened it: takes the chunks (PATCH ?offset=) and tells this (GET), without any credential. */
  upload_url?: string | null | undefined
  /** The item it became. */
  media_id?: number | null | undefined
  /** The session is given up. */
  cancelled?: true | undefined
}

export interface ListMediaInput {
  /** Anywhere in the filename, the alt text or a tag; one or two letters: at the beginning of a word. */
  search?: string | undefined
  type?: 'image' | 'video' | 'audio' | 'document' | 'captions' | undefined
  /** Only this folder. */
  folder?: string | undefined
  /** Only items that have all of these. */
  tags?: string[] | undefined
  /** 1 to 200, default 15. */
  per_page?: number | undefined
  page?: number | undefined
  /** From next_page_url: goes on there, whatever became of the items before. */
  after?: string | undefined
  /** Only what no post and no series shows. */
  unused?: boolean | undefined
  /** Only pictures without an alt text. */
  without_alt?: boolean | undefined
  /** Only what this platform takes in no kind of post: too large, too long, of another type or shape. */
  unfit_for?: string | undefined
  /** Only files with just these bytes. */
  sha256?: string | undefined
  /** Only what was deleted and can be restored. */
  deleted?: boolean | undefined
  /** Came on or after: a date or an ISO 8601 time; without a zone, in the workspace's. */
  from?: string | undefined
  /** Came on or before: a date (its whole day) or an ISO 8601 time. */
  to?: string | undefined
  /** Default created_at. */
  sort?: 'created_at' | 'updated_at' | 'size_bytes' | undefined
  /** Default desc. */
  order?: 'asc' | 'desc' | undefined
  /** From next_cursor. */
  cursor?: string | undefined
  /** Tell how many posts show each: used_in. */
  uses?: boolean | undefined
}

export type ListMediaAnswer = {
  data: {
    id: number
    original_name: string
    mime_type: string
    size_bytes: number
    cdn_url: string
    /** A small preview, where one could be made. */
    thumbnail_url: string | null
    width: number | null
    height: number | null
    /** Seconds; null was never measured. */
    duration: number | null
    sha256: string | null
    folder: string | null
    tags: string[]
    alt_text: string | null
    /** Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none. */
    poster_url?: string | undefined
    /** The item that it was made of. */
    derived_from?: number | undefined
    /** Of folder, tags or alt text. */
    updated_at: string
    created_at: string
    /** Who brought it in; null: from before that was kept. */
    created_by: {
      kind: 'person' | 'key' | 'app' | 'crier'
      /** Null where it is not told to whoever asks. */
      id: string | null
      name: string | null
    } | null
    /** Posts that show it, when it was asked for. */
    used_in?:
      | {
          count: number
        }
      | undefined
  }[]
  current_page: number
  per_page: number
  last_page: number
  total: number
  next_page_url: string | null
  prev_page_url: string | null
  next_cursor: string | null
}

export interface GetMediaInput {
  /** The media item. */
  id: number
  /** Tell what each platform says to it. */
  fitting?: boolean | undefined
}

export type GetMediaAnswer = {
  id: number
  original_name: string
  mime_type: string
  size_bytes: number
  cdn_url: string
  /** A small preview, where one could be made. */
  thumbnail_url: string | null
  width: number | null
  height: number | null
  /** Seconds; null was never measured. */
  duration: number | null
  sha256: string | null
  folder: string | null
  tags: string[]
  alt_text: string | null
  /** Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none. */
  poster_url?: string | undefined
  /** The item that it was made of. */
  derived_from?: number | undefined
  /** Of folder, tags or alt text. */
  updated_at: string
  created_at: string
  /** Who brought it in; null: from before that was kept. */
  created_by: {
    kind: 'person' | 'key' | 'app' | 'crier'
    /** Null where it is not told to whoever asks. */
    id: string | null
    name: string | null
  } | null
  /** By platform and kind of post, when it was asked for: as a post would be told. */
  fitting?:
    | {
        platform: string
        name: string
        /** post, another kind of post, or cover: beside a video. */
        as: string
        fits: boolean
        /** Why not. */
        problems: string[]
        /** What is done to it, or advised. */
        warnings: string[]
        /** Both as data. */
        remarks: {
          /** As it stands in `warnings`. */
          message: string
          /** Which sentence `message` is: for whoever says it in another language. */
          check: string
          /** What stands in it. */
          values: Record<string, string | number | string[]>
        }[]
      }[]
    | undefined
  /** Posts that show it: the first 20, and how many there are. Left out: none. */
  used_in?:
    | {
        post_ids: number[]
        count: number
      }
    | undefined
}

export interface DownloadMediaInput {
  /** These, at most 300, instead of what filters find. */
  ids?: number[] | undefined
  /** Anywhere in the filename, the alt text or a tag; one or two letters: at the beginning of a word. */
  search?: string | undefined
  type?: 'image' | 'video' | 'audio' | 'document' | 'captions' | undefined
  /** Only this folder. */
  folder?: string | undefined
  /** Only items that have all of these. */
  tags?: string[] | undefined
  /** Only what no post and no series shows. */
  unused?: boolean | undefined
  /** Only pictures without an alt text. */
  without_alt?: boolean | undefined
  /** Only what this platform takes in no kind of post: too large, too long, of another type or shape. */
  unfit_for?: string | undefined
  /** Only files with just these bytes. */
  sha256?: string | undefined
  /** Only what was deleted and can be restored. */
  deleted?: boolean | undefined
  /** Came on or after: a date or an ISO 8601 time; without a zone, in the workspace's. */
  from?: string | undefined
  /** Came on or before: a date (its whole day) or an ISO 8601 time. */
  to?: string | undefined
}

export interface DeriveMediaInput {
  /** The media item. */
  id: number
  /** Of a picture: degrees, clockwise; before it is cropped. */
  rotate?: 90 | 180 | 270 | undefined
  /** Of a picture: what stays, in pixels from its top left corner, as it is seen after it was turned. */
  crop?:
    | {
        x: number
        y: number
        width: number
        height: number
      }
    | undefined
  /** Of a picture. Left out: that of the original, and PNG for a GIF. */
  format?: 'jpeg' | 'png' | 'webp' | undefined
  /** Of a video: seconds. Nothing is recoded, so that it begins at the last key frame before from. */
  trim?:
    | {
        from: number
        to: number
      }
    | undefined
  /** Of a video: the frame at this second, as a JPEG. Needs ffmpeg at the service. */
  poster_at?: number | undefined
  /** Left out: that of the original. */
  folder?: string | null | undefined
  /** Left out: those of the original. */
  tags?: string[] | undefined
  /** Left out: that of the original, but for a frame of a video. */
  alt_text?: string | null | undefined
}

export interface UpdateMediaInput {
  /** The media item. */
  id: number
  /** Where to keep it; null for none. */
  folder?: string | null | undefined
  /** Each at most 50 characters. */
  tags?: string[] | undefined
  /** For people who cannot see it, at most 500 characters; null for none. */
  alt_text?: string | null | undefined
  /** As you saw it: refused when the media item was changed since. */
  updated_at?: string | undefined
}

export interface DeleteMediaInput {
  /** The media item. */
  id: number
  /** As you saw it: refused when the media item was changed since. */
  updated_at?: string | undefined
  /** At once and not to be restored, also one that was deleted before: makes room. */
  for_good?: boolean | undefined
}

export interface RestoreMediaInput {
  /** The media item. */
  id: number
}

export type RestoreMediaAnswer = {
  restored: true
  id: number
}

export interface ReplaceMediaInput {
  /** The media item. */
  id: number
  /** The item that takes its place. */
  with: number
  /** As you saw it: refused when the media item was changed since. */
  updated_at?: string | undefined
}

export type ReplaceMediaAnswer = {
  /** They show the other file now. */
  post_ids: number[]
  /** They show what they showed. */
  refused: {
    post_id: number
    code: string
    message: string
  }[]
  /** What this call does not change: posts out of your reach or beyond the first 200, and series. */
  left: {
    posts: number
    series_ids: number[]
  }
}

export interface UpdateManyMediaInput {
  ids: number[]
  /** Where to keep it; null for none. */
  folder?: string | null | undefined
  /** All tags from now on. */
  tags?: string[] | undefined
  /** Each at most 50 characters. */
  add_tags?: string[] | undefined
  /** Each at most 50 characters. */
  remove_tags?: string[] | undefined
  /** For people who cannot see it, at most 500 characters; null for none. */
  alt_text?: string | null | undefined
  /** Delete all, as delete_media does. */
  delete?: boolean | undefined
  /** With delete: not to be restored. */
  for_good?: boolean | undefined
  /** Bring all back, as restore_media does. */
  restore?: boolean | undefined
}

export type UpdateManyMediaAnswer = {
  results: {
    index: number
    media_id: number
    /** Why not, as a single call is told. Left out: done. */
    code?: string | undefined
    message?: string | undefined
    /** That have it attached. */
    post_ids?: number[] | undefined
  }[]
  updated: number
  failed: number
}

export interface GetLibraryInput {}

export type GetLibraryAnswer = {
  total: number
  unused: number
  /** Pictures. */
  without_alt: number
  deleted: number
  /** By name, at most 1,000. What is in none stands in total only. */
  folders: {
    folder: string
    count: number
  }[]
  /** The most used first, at most 200. */
  tags: {
    tag: string
    count: number
  }[]
  /** In which files came, newest first, in the workspace's zone: 2026-11. */
  months: {
    month: string
    count: number
  }[]
}

export interface OpenUploadInput {
  /** With its extension. */
  filename: string
  /** Such as video/mp4. */
  mime_type: string
  /** Exactly. */
  size_bytes: number
  /** Of the whole file, in hex; completing verifies it. */
  sha256?: string | undefined
  /** Where to keep it; null for none. */
  folder?: string | null | undefined
  /** Each at most 50 characters. */
  tags?: string[] | undefined
  /** For people who cannot see it, at most 500 characters; null for none. */
  alt_text?: string | null | undefined
}

export interface GetUploadInput {
  /** The upload session. */
  id: string
}

export interface UploadChunkInput {
  /** The upload session. */
  id: string
  /** Where the chunk begins: the received_bytes of the session. */
  offset: number
  bytes: Blob | Uint8Array<ArrayBuffer>
}

export type UploadChunkAnswer = {
  received_bytes: number
  size_bytes: number
  completed: boolean
}

export interface CompleteUploadInput {
  /** The upload session. */
  id: string
}

export interface CancelUploadInput {
  /** The upload session. */
  id: string
}

export interface GetQueueSlotsInput {
  /** 1 to 50, default 10. */
  count?: number | undefined
  /** Slots for this account; default those at which nothing is planned anywhere. */
  account_id?: number | undefined
  /** Only from this day on, in the workspace's zone. */
  from?: string | undefined
  /** Only up to this day, included. */
  to?: string | undefined
}

export type GetQueueSlotsAnswer = {
  slots: {
    /** In UTC; give it as a time. */
    iso: string
    /** In the zone of the workspace, for people. */
    label: string
  }[]
  timezone: string
}

export interface ListCalendarInput {
  /** The first day. */
  from: string
  /** The last day; at most 62 days with the first. */
  to: string
  /** Only these. */
  outcome?:
    | ('draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed')[]
    | undefined
  /** Only posts for which a person has to do this. */
  needs?: ('decision' | 'reconnect' | 'approval')[] | undefined
  /** Only posts that something may keep from going out as planned; false: only others. */
  at_risk?: boolean | undefined
  /** To any of these. */
  account_ids?: number[] | undefined
  platform?: string | undefined
  /** With any of these. */
  labels?: string[] | undefined
  /** Words of the content, or their beginnings. */
  search?: string | undefined
  created_via?: 'rest' | 'mcp' | 'dashboard' | undefined
  /** Made with this key. */
  key_id?: string | undefined
  /** Made by this series. */
  series_id?: number | undefined
  /** Only what the caller made. */
  mine?: boolean | undefined
  /** So many posts of each day: 1 to 50, default 50; of one day alone up to 200. */
  per_day?: number | undefined
}

export type ListCalendarAnswer = {
  timezone: string
  days: {
    date: string
    /** How many entries of each outcome. */
    counts: Record<string, number>
    posts: {
      id: number
      /** When it was published, or is to be. */
      at: string
      /** This entry is that account alone, which goes out later than the post. */
      account_id?: number | undefined
      /** The beginning of its text. */
      excerpt: string
      kind: 'text' | 'image' | 'video' | 'document' | 'thread'
      thumbnail_url?: string | undefined
      account_ids: number[]
      outcome: 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed'
      needs?: ('decision' | 'approval')[] | undefined
      risks?:
        | (
            | 'account_needs_reconnect'
            | 'token_ends_before'
            | 'daily_cap'
            | 'plan_limit'
            | 'media_gone'
            | 'api_version_ends'
            | 'platform_unreachable'
            | 'app_not_public'
            | 'identical_text'
            | 'approval_missing'
          )[]
        | undefined
      /** The queue that it stands in. Left out: none. */
      queue_id?: number | undefined
      updated_at: string
    }[]
    /** Entries of the day that are counted and not told. */
    more: number
  }[]
  /** Open slots of the posting schedule within these days, soonest first. */
  slots: {
    iso: string
    /** Null: of every account that has none of its own. */
    account_id: number | null
  }[]
}

export interface ListQueuesInput {}

export type ListQueuesAnswer = {
  queues: {
    id: number
    name: string
    /** Whose posts it takes, of those that are connected. */
    account_ids: number[]
    /** It takes posts of any account. False without account_ids: of none, for now. */
    any_account: boolean
    times: {
      weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
      /** Local time, HH:MM. */
      time: string
    }[]
    /** Minutes that posts are later than their slot, at most. */
    jitter: number
    paused: boolean
    paused_since: string | null
    /** Posts in it that are still to go out. */
    waiting: number
    /** Open now, not reserved. */
    next_slot: string | null
    created_at: string
    updated_at: string
    /** Nothing was written; this is what would be. */
    dry_run?: true | undefined
  }[]
}

export interface CreateQueueInput {
  /** Unique in the workspace. */
  name: string
  /** Times of the week, by the clock of the workspace. */
  times: {
    weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
    /** Local time, HH:MM. */
    time: string
  }[]
  /** Whose posts it takes; none: of any account. */
  account_ids?: number[] | undefined
  /** Post up to so many minutes after the slot; default 0. */
  jitter?: number | undefined
  /** Hold what stands in it. */
  paused?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type CreateQueueAnswer = {
  id: number
  name: string
  /** Whose posts it takes, of those that are connected. */
  account_ids: number[]
  /** It takes posts of any account. False without account_ids: of none, for now. */
  any_account: boolean
  times: {
    weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
    /** Local time, HH:MM. */
    time: string
  }[]
  /** Minutes that posts are later than their slot, at most. */
  jitter: number
  paused: boolean
  paused_since: string | null
  /** Posts in it that are still to go out. */
  waiting: number
  /** Open now, not reserved. */
  next_slot: string | null
  created_at: string
  updated_at: string
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface UpdateQueueInput {
  /** The queue. */
  id: number
  /** Unique in the workspace. */
  name?: string | undefined
  /** Times of the week, by the clock of the workspace. */
  times?:
    | {
        weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
        /** Local time, HH:MM. */
        time: string
      }[]
    | undefined
  /** Whose posts it takes; none: of any account. */
  account_ids?: number[] | undefined
  /** Take posts of any account; account_ids that are as shown change nothing. */
  any_account?: boolean | undefined
  /** Post up to so many minutes after the slot; default 0. */
  jitter?: number | undefined
  /** Hold what stands in it. */
  paused?: boolean | undefined
  /** To resume with late posts: what becomes of them. */
  late?: 'publish' | 'next_slot' | 'draft' | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type UpdateQueueAnswer = {
  id: number
  name: string
  /** Whose posts it takes, of those that are connected. */
  account_ids: number[]
  /** It takes posts of any account. False without account_ids: of none, for now. */
  any_account: boolean
  times: {
    weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
    /** Local time, HH:MM. */
    time: string
  }[]
  /** Minutes that posts are later than their slot, at most. */
  jitter: number
  paused: boolean
  paused_since: string | null
  /** Posts in it that are still to go out. */
  waiting: number
  /** Open now, not reserved. */
  next_slot: string | null
  created_at: string
  updated_at: string
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface DeleteQueueInput {
  /** The queue. */
  id: number
}

export interface ListSnippetsInput {
  /** Only these. */
  kind?: 'text' | 'hashtags' | 'first_comment' | 'template' | undefined
}

export type ListSnippetsAnswer = {
  snippets: {
    id: number
    name: string
    kind: 'text' | 'hashtags' | 'first_comment' | 'template'
    /** The words; of a first_comment those of the comment. */
    content: string
    /** Of templates. */
    first_comment: string | null
    /** Of templates: as a post takes it, for those of its accounts that are connected. */
    platform_content: {
      account_id: number
      content?: string | undefined
      options?: Record<string, unknown> | undefined
    }[]
    /** Of templates: as a post takes it. */
    platform_options: Record<string, Record<string, unknown>>
    created_at: string
    updated_at: string
  }[]
}

export interface CreateSnippetInput {
  /** Unique in the workspace. */
  name: string
  /** What it is put into; a template fills a whole post. */
  kind?: 'text' | 'hashtags' | 'first_comment' | 'template' | undefined
  /** The words; of a first_comment those of the comment. */
  content?: string | undefined
  /** Of a template. */
  first_comment?: string | null | undefined
  /** Of a template: as schedule_post takes it. */
  platform_content?:
    | {
        account_id: number
        /** Default text for all accounts; platforms have limits of their own. */
        content?: string | undefined
        options?: Record<string, unknown> | undefined
      }[]
    | undefined
  /** Of a template: options by platform, checked when a post is made with them. */
  platform_options?: Record<string, Record<string, unknown>> | undefined
}

export type CreateSnippetAnswer = {
  id: number
  name: string
  kind: 'text' | 'hashtags' | 'first_comment' | 'template'
  /** The words; of a first_comment those of the comment. */
  content: string
  /** Of templates. */
  first_comment: string | null
  /** Of templates: as a post takes it, for those of its accounts that are connected. */
  platform_content: {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
  }[]
  /** Of templates: as a post takes it. */
  platform_options: Record<string, Record<string, unknown>>
  created_at: string
  updated_at: string
}

export interface UpdateSnippetInput {
  /** The snippet. */
  id: number
  /** Unique in the workspace. */
  name?: string | undefined
  /** What it is put into; a template fills a whole post. */
  kind?: 'text' | 'hashtags' | 'first_comment' | 'template' | undefined
  /** The words; of a first_comment those of the comment. */
  content?: string | undefined
  /** Of a template. */
  first_comment?: string | null | undefined
  /** Of a template: as schedule_post takes it. */
  platform_content?:
    | {
        account_id: number
        /** Default text for all accounts; platforms have limits of their own. */
        content?: string | undefined
        options?: Record<string, unknown> | undefined
      }[]
    | undefined
  /** Of a template: options by platform, checked when a post is made with them. */
  platform_options?: Record<string, Record<string, unknown>> | undefined
}

export type UpdateSnippetAnswer = {
  id: number
  name: string
  kind: 'text' | 'hashtags' | 'first_comment' | 'template'
  /** The words; of a first_comment those of the comment. */
  content: string
  /** Of templates. */
  first_comment: string | null
  /** Of templates: as a post takes it, for those of its accounts that are connected. */
  platform_content: {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
  }[]
  /** Of templates: as a post takes it. */
  platform_options: Record<string, Record<string, unknown>>
  created_at: string
  updated_at: string
}

export interface DeleteSnippetInput {
  /** The snippet. */
  id: number
}

export interface CreateSeriesInput {
  /** As schedule_post takes it (content, social_account_ids, media_ids …), without a time. */
  post: Record<string, unknown>
  /** RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, COUNT or UNTIL. Such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10. */
  rule: string
  /** Local time such as 2026-11-20T09:00: from then on, at that time. */
  starts_at: string
  /** Whose clock a time without a zone is read by; default the workspace's. */
  timezone?: string | undefined
  name?: string | undefined
  /** Fields (content, media_ids …) that replace those of post, in turn. */
  variations?: Record<string, unknown>[] | undefined
  /** Dates or local times to leave out. */
  skip?: string[] | undefined
  /** For a rule without COUNT and UNTIL: resume_series confirms another year. */
  confirm_yearly?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type CreateSeriesAnswer = {
  id: number
  name: string
  state: 'active' | 'paused' | 'ended'
  why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
  rule: string
  /** By the clock of timezone; no occurrence comes before. */
  starts_at: string
  timezone: string
  /** As schedule_post takes it. */
  post: Record<string, unknown>
  /** Fields that replace those of post, in turn. */
  variations: Record<string, unknown>[]
  skip: string[]
  /** A rule without an end goes on until then; resume_series confirms another year. */
  confirmed_until: string | null
  /** Why what would be made by now is not. */
  waits_for: {
    code: string
    message: string
  } | null
  created_via: 'rest' | 'mcp' | 'dashboard'
  created_at: string
  updated_at: string
  /** The next ten. */
  upcoming: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** The last ten that were made, or could not be. */
  recent: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface ListSeriesInput {
  state?: ('active' | 'paused' | 'ended')[] | undefined
  /** 1 to 200, default 20. */
  per_page?: number | undefined
  page?: number | undefined
  /** From next_page_url: goes on there, whatever became of the items before. */
  after?: string | undefined
}

export type ListSeriesAnswer = {
  data: {
    id: number
    name: string
    state: 'active' | 'paused' | 'ended'
    why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
    rule: string
    /** By the clock of timezone; no occurrence comes before. */
    starts_at: string
    timezone: string
    /** As schedule_post takes it. */
    post: Record<string, unknown>
    /** Fields that replace those of post, in turn. */
    variations: Record<string, unknown>[]
    skip: string[]
    /** A rule without an end goes on until then; resume_series confirms another year. */
    confirmed_until: string | null
    /** Why what would be made by now is not. */
    waits_for: {
      code: string
      message: string
    } | null
    created_via: 'rest' | 'mcp' | 'dashboard'
    created_at: string
    updated_at: string
  }[]
  current_page: number
  per_page: number
  last_page: number
  total: number
  next_page_url: string | null
  prev_page_url: string | null
}

export interface GetSeriesInput {
  /** The series. */
  id: number
}

export type GetSeriesAnswer = {
  id: number
  name: string
  state: 'active' | 'paused' | 'ended'
  why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
  rule: string
  /** By the clock of timezone; no occurrence comes before. */
  starts_at: string
  timezone: string
  /** As schedule_post takes it. */
  post: Record<string, unknown>
  /** Fields that replace those of post, in turn. */
  variations: Record<string, unknown>[]
  skip: string[]
  /** A rule without an end goes on until then; resume_series confirms another year. */
  confirmed_until: string | null
  /** Why what would be made by now is not. */
  waits_for: {
    code: string
    message: string
  } | null
  created_via: 'rest' | 'mcp' | 'dashboard'
  created_at: string
  updated_at: string
  /** The next ten. */
  upcoming: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** The last ten that were made, or could not be. */
  recent: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface PreviewSeriesInput {
  /** A series; what is sent beside it stands instead. */
  id?: number | undefined
  /** RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, COUNT or UNTIL. Such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10. */
  rule?: string | undefined
  /** Local time such as 2026-11-20T09:00: from then on, at that time. */
  starts_at?: string | undefined
  /** Whose clock a time without a zone is read by; default the workspace's. */
  timezone?: string | undefined
  /** Dates or local times to leave out. */
  skip?: string[] | undefined
  confirm_yearly?: boolean | undefined
  /** 1 to 100, default 10. */
  next?: number | undefined
}

export type PreviewSeriesAnswer = {
  timezone: string
  data: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Others come behind these. */
  more: boolean
}

export interface UpdateSeriesInput {
  /** The series. */
  id: number
  /** this: one occurrence. following: all that follow; posts that somebody changed stay. */
  applies: 'this' | 'following'
  /** Of this: which one. Of following: the first, up to the first that is not made. */
  occurrence?: string | undefined
  /** As you saw it: refused when the series was changed since. */
  updated_at?: string | undefined
  /** Only what changes. */
  post?: Record<string, unknown> | undefined
  /** RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, COUNT or UNTIL. Such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10. */
  rule?: string | undefined
  /** Local time such as 2026-11-20T09:00: from then on, at that time. */
  starts_at?: string | undefined
  /** Whose clock a time without a zone is read by; default the workspace's. */
  timezone?: string | undefined
  name?: string | undefined
  /** Fields (content, media_ids …) that replace those of post, in turn. */
  variations?: Record<string, unknown>[] | undefined
  /** Dates or local times to leave out. */
  skip?: string[] | undefined
  /** For a rule without COUNT and UNTIL: resume_series confirms another year. */
  confirm_yearly?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type UpdateSeriesAnswer = {
  id: number
  name: string
  state: 'active' | 'paused' | 'ended'
  why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
  rule: string
  /** By the clock of timezone; no occurrence comes before. */
  starts_at: string
  timezone: string
  /** As schedule_post takes it. */
  post: Record<string, unknown>
  /** Fields that replace those of post, in turn. */
  variations: Record<string, unknown>[]
  skip: string[]
  /** A rule without an end goes on until then; resume_series confirms another year. */
  confirmed_until: string | null
  /** Why what would be made by now is not. */
  waits_for: {
    code: string
    message: string
  } | null
  created_via: 'rest' | 'mcp' | 'dashboard'
  created_at: string
  updated_at: string
  /** The next ten. */
  upcoming: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** The last ten that were made, or could not be. */
  recent: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
  posts: {
    rewritten: number[]
    removed: number[]
    /** Somebody changed these, they are on their way, or come before an earlier change: they stay. */
    kept: number[]
  }
}

export interface PauseSeriesInput {
  /** The series. */
  id: number
  /** What becomes of posts that are made and unchanged; default keep. */
  posts?: 'keep' | 'cancel' | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type PauseSeriesAnswer = {
  id: number
  name: string
  state: 'active' | 'paused' | 'ended'
  why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
  rule: string
  /** By the clock of timezone; no occurrence comes before. */
  starts_at: string
  timezone: string
  /** As schedule_post takes it. */
  post: Record<string, unknown>
  /** Fields that replace those of post, in turn. */
  variations: Record<string, unknown>[]
  skip: string[]
  /** A rule without an end goes on until then; resume_series confirms another year. */
  confirmed_until: string | null
  /** Why what would be made by now is not. */
  waits_for: {
    code: string
    message: string
  } | null
  created_via: 'rest' | 'mcp' | 'dashboard'
  created_at: string
  updated_at: string
  /** The next ten. */
  upcoming: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** The last ten that were made, or could not be. */
  recent: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
  cancelled_post_ids: number[]
}

export interface ResumeSeriesInput {
  /** The series. */
  id: number
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type ResumeSeriesAnswer = {
  id: number
  name: string
  state: 'active' | 'paused' | 'ended'
  why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
  rule: string
  /** By the clock of timezone; no occurrence comes before. */
  starts_at: string
  timezone: string
  /** As schedule_post takes it. */
  post: Record<string, unknown>
  /** Fields that replace those of post, in turn. */
  variations: Record<string, unknown>[]
  skip: string[]
  /** A rule without an end goes on until then; resume_series confirms another year. */
  confirmed_until: string | null
  /** Why what would be made by now is not. */
  waits_for: {
    code: string
    message: string
  } | null
  created_via: 'rest' | 'mcp' | 'dashboard'
  created_at: string
  updated_at: string
  /** The next ten. */
  upcoming: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** The last ten that were made, or could not be. */
  recent: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface SkipOccurrenceInput {
  /** The series. */
  id: number
  /** Its local time, as upcoming has it. */
  occurrence: string
  undo?: boolean | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type SkipOccurrenceAnswer = {
  id: number
  name: string
  state: 'active' | 'paused' | 'ended'
  why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
  rule: string
  /** By the clock of timezone; no occurrence comes before. */
  starts_at: string
  timezone: string
  /** As schedule_post takes it. */
  post: Record<string, unknown>
  /** Fields that replace those of post, in turn. */
  variations: Record<string, unknown>[]
  skip: string[]
  /** A rule without an end goes on until then; resume_series confirms another year. */
  confirmed_until: string | null
  /** Why what would be made by now is not. */
  waits_for: {
    code: string
    message: string
  } | null
  created_via: 'rest' | 'mcp' | 'dashboard'
  created_at: string
  updated_at: string
  /** The next ten. */
  upcoming: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** The last ten that were made, or could not be. */
  recent: {
    /** By the clock of the series: what it is known by. */
    occurrence: string
    /** When that is; null on a date that the time zone leaves out. */
    at: string | null
    /** Which of the variations it has, from 0. */
    variation: number | null
    skipped: boolean
    /** Null: not made. */
    post_id: number | null
    /** Why no post could be made for it. */
    refused: {
      code: string
      message: string
    } | null
  }[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface EndSeriesInput {
  /** The series. */
  id: number
  /** What becomes of posts that are made and unchanged; default keep. */
  posts?: 'keep' | 'cancel' | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type EndSeriesAnswer = {
  ended: true
  id: number
  cancelled_post_ids: number[]
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface PausePublishingInput {
  /** Left out: the whole workspace. */
  account_ids?: number[] | undefined
  /** Told with every post that waits. */
  reason?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type PausePublishingAnswer = {
  /** Null: it is not paused as a whole. */
  workspace: {
    since: string
    reason: string | null
  } | null
  /** Those that are paused by themselves. */
  accounts: {
    id: number
    platform: string
    username: string
    since: string
    reason: string | null
  }[]
  /** Posts on schedule that are held. */
  waiting: number
  /** Those of them whose time has passed. */
  late: number
  /** Posts that were being sent already; these go on. */
  under_way: number
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface ResumePublishingInput {
  /** Left out: the whole workspace. */
  account_ids?: number[] | undefined
  /** Needed when there are late posts. One that is out on another account already is completed in any case. */
  late?: 'publish' | 'next_slot' | 'draft' | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type ResumePublishingAnswer = {
  /** Null: it is not paused as a whole. */
  workspace: {
    since: string
    reason: string | null
  } | null
  /** Those that are paused by themselves. */
  accounts: {
    id: number
    platform: string
    username: string
    since: string
    reason: string | null
  }[]
  /** Posts on schedule that are held. */
  waiting: number
  /** Those of them whose time has passed. */
  late: number
  /** Posts that were being sent already; these go on. */
  under_way: number
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
  /** Late posts that go out now. */
  published: number
  /** Late posts that were given another slot, or made drafts. */
  moved: number
}

export interface GetAccountsInput {}

export type GetAccountsAnswer = {
  accounts: {
    id: number
    platform: string
    kind: 'profile' | 'page' | 'channel' | 'board' | 'business' | 'location'
    name: string
    username: string
    avatar_url: string | null
    health: 'healthy' | 'expiring' | 'needs_reconnect' | 'disabled'
    /** Connected to the sandbox, not to the real platform. */
    sandbox: boolean
    health_message: string | null
    /** Where a person connects it again; good for an hour. */
    reconnect_url: string
    /** What keeps it from publishing at this moment. */
    waits_for: {
      code: ErrorCode
      /** Not before then; it may take longer. Null: until somebody resumes it. */
      until: string | null
      message: string
    } | null
    token_expires_at: string | null
    connected_at: string
  }[]
  /** Where a person connects another one; good for an hour. */
  connect_url: string
  /** Of the workspace: times without a zone are read by its clock. */
  timezone: string
  now: string
  /** The same there: Sunday 2026-11-22 09:30. */
  local_time: string
}

export interface ReconnectAccountInput {
  /** The social account. */
  id: number
}

export type ReconnectAccountAnswer = {
  id: number
  platform: string
  username: string
  health: 'healthy' | 'expiring' | 'needs_reconnect' | 'disabled'
  /** For a person with a browser; good for an hour and once. */
  reconnect_url: string
}

export interface GetAccountChoicesInput {
  /** The social account. */
  id: number
  /** Ask the platform anew; else what it said within ten minutes will do. */
  refresh?: boolean | undefined
  /** Search places by these words, instead of the rest. */
  place?: string | undefined
}

export type GetAccountChoicesAnswer = {
  account_id: number
  platform: string
  /** By option. */
  options: Record<
    string,
    {
      /** What to write into the option. */
      value: string
      name: string
      /** The value that this one belongs to: of a section its board. */
      within?: string | undefined
      note?: string | undefined
    }[]
  >
  /** False: there are more than were read. */
  complete: boolean
  /** What the platform says of the account just then, where it does: TikTok. */
  creator: {
    /** As the platform shows it beside posts. */
    nickname: string | null
    /** Options of a post that are so for every post of this account, since its owner has set it so there, such as disable_duet. */
    switched_off: string[]
    longest_video_seconds: number | null
    may_post_now: boolean
    /** Why it may not post now. */
    reason: string | null
  } | null
  /** When the platform said so; null where nothing is chosen. */
  read_at: string | null
}

export interface FindPeopleInput {
  /** The social account. */
  id: number
  /** The beginning of a name, or words. */
  q: string
}

export type FindPeopleAnswer = {
  account_id: number
  platform: string
  supported: boolean
  /** Ten at most, the likeliest first. */
  people: {
    name: string
    username: string | null
    avatar_url: string | null
    url: string | null
    /** What a text says to mention them: @ada.bsky.social. */
    mention: string
    /** What the option mentions of a post takes besides; null: the text alone will do. */
    option: string | null
  }[]
}

export interface DisconnectAccountInput {
  /** The social account. */
  id: number
}

export interface ListAccountSetsInput {}

export type ListAccountSetsAnswer = {
  account_sets: {
    id: number
    name: string
    /** Those that are connected, in the order of the set. */
    account_ids: number[]
    created_at: string
    updated_at: string
  }[]
}

export interface CreateAccountSetInput {
  /** Unique in the workspace. */
  name: string
  /** Ids from get_accounts. */
  account_ids: number[]
}

export type CreateAccountSetAnswer = {
  id: number
  name: string
  /** Those that are connected, in the order of the set. */
  account_ids: number[]
  created_at: string
  updated_at: string
}

export interface UpdateAccountSetInput {
  /** The account set. */
  id: number
  /** Unique in the workspace. */
  name?: string | undefined
  /** Ids from get_accounts; those that are shown change nothing. */
  account_ids?: number[] | undefined
}

export type UpdateAccountSetAnswer = {
  id: number
  name: string
  /** Those that are connected, in the order of the set. */
  account_ids: number[]
  created_at: string
  updated_at: string
}

export interface DeleteAccountSetInput {
  /** The account set. */
  id: number
}

export interface ListLabelsInput {}

export type ListLabelsAnswer = {
  /** At most 1000, and those with a UTM template. */
  labels: {
    label: string
    /** Deleted ones are not counted. */
    posts: number
    scheduled: number
    has_utm_template: boolean
  }[]
}

export interface RenameLabelInput {
  /** As it is written now. */
  label: string
  new_label: string
}

export type RenameLabelAnswer = {
  /** As it is called now. */
  label: string
  /** Posts that were changed by this call. */
  posts: number
  /** Posts that still have the old one: call again while it is not 0. A call changes 1000. */
  left: number
}

export interface DeleteLabelInput {
  /** As it is written now. */
  label: string
}

export type DeleteLabelAnswer = {
  label: string
  /** Posts that were changed by this call. */
  posts: number
  /** Posts that still have the old one: call again while it is not 0. A call changes 1000. */
  left: number
}

export interface GetUtmTemplatesInput {}

export type GetUtmTemplatesAnswer = {
  templates: {
    /** For posts with this label; null: for all others. */
    label: string | null
    /** Values by name; {platform}, {account}, {post_id} and {label} are filled in. */
    parameters: Record<string, string>
    /** Links of these hosts and those below them only; null: all links. */
    hosts: string[] | null
  }[]
  /** Null: none was ever set. */
  updated_at: string | null
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface SetUtmTemplatesInput {
  /** In the place of all that are there. */
  templates: {
    label?: string | null | undefined
    /** Values by name; {platform}, {account}, {post_id} and {label} are filled in. */
    parameters: Record<string, string>
    /** Links of these hosts and those below them only; null: all links. */
    hosts?: string[] | null | undefined
  }[]
  /** As you saw it: refused when the templates was changed since. */
  updated_at?: string | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type SetUtmTemplatesAnswer = {
  templates: {
    /** For posts with this label; null: for all others. */
    label: string | null
    /** Values by name; {platform}, {account}, {post_id} and {label} are filled in. */
    parameters: Record<string, string>
    /** Links of these hosts and those below them only; null: all links. */
    hosts: string[] | null
  }[]
  /** Null: none was ever set. */
  updated_at: string | null
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
}

export interface ListCalendarsInput {}

export type ListCalendarsAnswer = {
  calendars: {
    id: number
    name: string
    /** Whether the texts of posts stand in it. */
    with_text: boolean
    /** Null: of all accounts. */
    account_ids: number[] | null
    created_at: string
    /** It answers 404: whoever made it is gone, or reads no posts any more. */
    ended?: true | undefined
    /** Nothing was written; this is what would be. */
    dry_run?: true | undefined
  }[]
}

export interface CreateCalendarInput {
  name: string
  /** Default true; false: accounts and times only. */
  with_text?: boolean | undefined
  /** What goes to these only. */
  account_ids?: number[] | undefined
  /** Only tell what would happen. */
  dry_run?: boolean | undefined
}

export type CreateCalendarAnswer = {
  id: number
  name: string
  /** Whether the texts of posts stand in it. */
  with_text: boolean
  /** Null: of all accounts. */
  account_ids: number[] | null
  created_at: string
  /** It answers 404: whoever made it is gone, or reads no posts any more. */
  ended?: true | undefined
  /** Nothing was written; this is what would be. */
  dry_run?: true | undefined
  /** Not retrievable later. */
  url: string
}

export interface RevokeCalendarInput {
  /** The calendar. */
  id: number
}

export interface PreviewLinkInput {
  /** The page. */
  url: string
  /** Send the picture as well: image.data. */
  with_picture?: boolean | undefined
}

export type PreviewLinkAnswer = {
  /** As it was given. */
  url: string
  title: string
  /** Empty: the page tells none. */
  description: string
  /** What the site calls itself, else its name on the net. */
  site: string
  /** Null: the page names no picture that can be read. */
  image: {
    /** Where the page has it. */
    url: string
    /** Of the JPEG that platforms are sent: 1200 pixels at most. */
    width: number
    height: number
    /** That JPEG in base64, when it was asked for. */
    data?: string | undefined
  } | null
}

export interface GetCapabilitiesInput {
  /** Rules and options of these only, such as x. Default: of all. */
  platforms?: string[] | undefined
  /** Tell what each of these takes, too: account_limits. */
  account_ids?: number[] | undefined
}

export type GetCapabilitiesAnswer = {
  plan: string
  /** How far the credential of this call goes. */
  leash: {
    /** The only accounts that exist for it. */
    account_ids: number[] | null
    /** The only things it may do. */
    actions: ('read' | 'draft' | 'schedule' | 'publish' | 'delete')[] | null
    /** Posts it may put on schedule or publish a day, in the workspace's time zone. */
    posts_per_day: number | null
    /** Requests it may send in any minute, beside what the service allows everybody. */
    requests_per_minute: number | null
    /** What it schedules or publishes waits as a draft until somebody else approves it. */
    needs_approval: boolean
    /** From then on it is refused like a revoked one. */
    expires_at: string | null
    /** It may do nothing until somebody resumes it. */
    paused: boolean
    /** What is used up of posts_per_day; null without such a limit. */
    posts_today: {
      limit: number
      used: number
      remaining: number
      resets_at: string
    } | null
  }
  limits: {
    max_upload_bytes: number
    single_upload_bytes: number
    chunk_size: number
    content_chars: number
    alt_text_chars: number
    tag_chars: number
    per_page_max: number
    accounts_per_post: number
    media_per_post: number
    /** Of all media together, equal files once; null without a limit. */
    storage_bytes: {
      limit: number
      used: number
      remaining: number
    } | null
    /** Of this credential; left out without a limit. */
    requests?:
      | {
          policy: string
          limit: number
          seconds: number
          remaining: number
          /** When there is more of it again. */
          resets_at: string
        }[]
      | undefined
    open_uploads: {
      limit: number
      used: number
      remaining: number
    }
    monthly_posts: {
      limit: number | null
      used: number
      remaining: number | null
      resets_at: string
    }
  }
  platform_options: Record<string, Record<string, unknown>>
  platforms: Record<
    string,
    {
      name: string
      text: {
        max: number
        /** What `max` counts. */
        unit: 'utf16_units' | 'code_points' | 'graphemes' | 'bytes' | 'weighted' | 'occurrences'
        /** Every limit, in words. */
        counting: string
        optional: boolean
        /** Other limits, by what the files are. */
        with_media: Record<
          string,
          {
            max: number
            /** What `max` counts. */
            unit: 'utf16_units' | 'code_points' | 'graphemes' | 'bytes' | 'weighted' | 'occurrences'
            /** Every limit, in words. */
            counting: string
          }
        >
      }
      /** Null: it has no first comment. */
      first_comment_text: {
        max: number
        /** What `max` counts. */
        unit: 'utf16_units' | 'code_points' | 'graphemes' | 'bytes' | 'weighted' | 'occurrences'
        /** Every limit, in words. */
        counting: string
      } | null
      /** Left out: no threads; thread_as join makes one post of them. */
      thread?:
        | {
            /** comments: only with thread_as comments. */
            as: 'chain' | 'comments'
            /** As written, with the post itself. */
            max_parts: number
          }
        | undefined
      media: Record<
        string,
        {
          types: string[]
          max: number
          max_bytes: number
          min_bytes?: number | undefined
          min_duration?: number | undefined
          max_duration?: number | undefined
          /** Width to height. Files beyond it are refused, never cropped. */
          ratio?:
            | {
                min: string
                max: string
              }
            | undefined
          best_ratio?: string | undefined
          min_width?: number | undefined
          min_height?: number | undefined
          max_width?: number | undefined
          max_height?: number | undefined
          max_pixels?: number | undefined
          /** Larger images are made smaller. */
          max_short_side?: number | undefined
        }
      >
      mixed_media: boolean
      /** How many files of different kinds together. */
      mixed_max?: number | undefined
      first_comment: boolean
      /** What a value of the option `kind` changes. */
      kinds: Record<
        string,
        {
          media: Record<
            string,
            {
              types: string[]
              max: number
              max_bytes: number
              min_bytes?: number | undefined
              min_duration?: number | undefined
              max_duration?: number | undefined
              /** Width to height. Files beyond it are refused, never cropped. */
              ratio?:
                | {
                    min: string
                    max: string
                  }
                | undefined
              best_ratio?: string | undefined
              min_width?: number | undefined
              min_height?: number | undefined
              max_width?: number | undefined
              max_height?: number | undefined
              max_pixels?: number | undefined
              /** Larger images are made smaller. */
              max_short_side?: number | undefined
            }
          >
          mixed_media: boolean
          /** How many files of different kinds together. */
          mixed_max?: number | undefined
          first_comment: boolean
          text: boolean
        }
      >
      alt_text: {
        max: number
      } | null
      /** unpublish_post takes posts down there. Left out: only a person can. */
      unpublish?: true | undefined
      /** What edit_published_post changes there: content, options. Left out: nothing. */
      editable?: string[] | undefined
      /** What analytics are told there; other numbers of this platform are null. */
      metrics: ('reach' | 'impressions' | 'likes' | 'comments' | 'shares' | 'engagements')[]
      needs: string[]
    }
  >
  /** Accounts with other limits than their platform: X Premium. */
  accounts?:
    | {
        account_id: number
        text: {
          max: number
          /** What `max` counts. */
          unit: 'utf16_units' | 'code_points' | 'graphemes' | 'bytes' | 'weighted' | 'occurrences'
          /** Every limit, in words. */
          counting: string
        }
      }[]
    | undefined
  /** What each account of account_ids takes, in that order. */
  account_limits?:
    | {
        account_id: number
        platform: string
        /** Every one of them holds. */
        text: {
          max: number
          /** How it is counted; @crier/sdk/measure does so. */
          counting:
            | 'x_weighted'
            | 'graphemes'
            | 'utf16'
            | 'code_points'
            | 'threads'
            | 'utf8_bytes'
            | 'occurrences'
          /** What occurrences are of: hashtags, links. */
          of?: string | undefined
        }[]
        /** Instead of text, beside files of one kind. */
        text_with?:
          | Record<
              string,
              {
                max: number
                /** How it is counted; @crier/sdk/measure does so. */
                counting:
                  | 'x_weighted'
                  | 'graphemes'
                  | 'utf16'
                  | 'code_points'
                  | 'threads'
                  | 'utf8_bytes'
                  | 'occurrences'
                /** What occurrences are of: hashtags, links. */
                of?: string | undefined
              }[]
            >
          | undefined
        /** Null: this account writes no first comments. */
        first_comment_text:
          | {
              max: number
              /** How it is counted; @crier/sdk/measure does so. */
              counting:
                | 'x_weighted'
                | 'graphemes'
                | 'utf16'
                | 'code_points'
                | 'threads'
                | 'utf8_bytes'
                | 'occurrences'
              /** What occurrences are of: hashtags, links. */
              of?: string | undefined
            }[]
          | null
        media: Record<
          string,
          {
            types: string[]
            max: number
            max_bytes: number
            min_bytes?: number | undefined
            min_duration?: number | undefined
            max_duration?: number | undefined
            /** Width to height. Files beyond it are refused, never cropped. */
            ratio?:
              | {
                  min: string
                  max: string
                }
              | undefined
            best_ratio?: string | undefined
            min_width?: number | undefined
            min_height?: number | undefined
            max_width?: number | undefined
            max_height?: number | undefined
            max_pixels?: number | undefined
            /** Larger images are made smaller. */
            max_short_side?: number | undefined
          }
        >
        mixed_media: boolean
        /** How many files of different kinds together. */
        mixed_max?: number | undefined
        first_comment: boolean
        /** What a value of the option `kind` changes. */
        kinds: Record<
          string,
          {
            media: Record<
              string,
              {
                types: string[]
                max: number
                max_bytes: number
                min_bytes?: number | undefined
                min_duration?: number | undefined
                max_duration?: number | undefined
                /** Width to height. Files beyond it are refused, never cropped. */
                ratio?:
                  | {
                      min: string
                      max: string
                    }
                  | undefined
                best_ratio?: string | undefined
                min_width?: number | undefined
                min_height?: number | undefined
                max_width?: number | undefined
                max_height?: number | undefined
                max_pixels?: number | undefined
                /** Larger images are made smaller. */
                max_short_side?: number | undefined
              }
            >
            mixed_media: boolean
            /** How many files of different kinds together. */
            mixed_max?: number | undefined
            first_comment: boolean
            text: boolean
          }
        >
        /** What went out here in the last 24 hours, of what the platform takes. Null: it names no number. */
        daily: {
          limit: number
          used: number
          /** When the first of them is 24 hours old and no longer counts. */
          resets_at: string | null
        } | null
      }[]
    | undefined
}

export interface GetStatsInput {}

export type GetStatsAnswer = {
  posts_this_month: {
    used: number
    /** Null: without limit. */
    limit: number | null
    remaining: number | null
    resets_at: string
  }
  /** Posts of which a channel is uploading or processing now. */
  publishing: number
  /** Posts that something may keep from going out as planned. */
  at_risk: number
  /** By status; deleted ones are counted there only. */
  posts: {
    draft: number
    scheduled: number
    published: number
    failed: number
    deleted: number
  }
  /** Of posts that are not deleted. */
  deliveries: {
    pending: number
    /** Of `pending`: nothing sends these. */
    pending_in_drafts: number
    publishing: number
    published: number
    failed: number
    blocked: number
  }
  /** What platforms ask of us for what is scheduled in the coming 30 days; null: nothing. */
  estimated_cost: {
    usd: number
    until: string
    /** False: there are more posts than were reckoned. */
    complete: boolean
  } | null
}

export interface GetAnalyticsInput {
  /** First day, in the zone of the workspace. Default: thirty days up to `to`. */
  from?: string | undefined
  /** Last day, included; at most 366 days from the first. Default: today. */
  to?: string | undefined
  /** Only these accounts, removed ones too. */
  account_ids?: number[] | undefined
  /** Only this platform. */
  platform?: string | undefined
  /** Only posts with any of these. */
  labels?: string[] | undefined
  /** What to stand beside it: the window just before (default), or that of a year before. */
  compare?: 'before' | 'year_before' | undefined
  /** csv: the timeline as a table. */
  format?: 'json' | 'csv' | undefined
}

export type GetAnalyticsAnswer = {
  window: {
    from: string
    to: string
    timezone: string
  }
  totals: {
    /** Published first in this time, whichever account that was on. */
    posts: number
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
    /** What is not in these sums, because a platform does not tell it. */
    incomplete: {
      platform: string
      metrics: ('reach' | 'impressions' | 'likes' | 'comments' | 'shares' | 'engagements')[]
    }[]
  }
  /** The window that it stands beside, of the same length. */
  previous: {
    from: string
    to: string
    /** Published first in this time, whichever account that was on. */
    posts: number
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
    /** What is not in these sums, because a platform does not tell it. */
    incomplete: {
      platform: string
      metrics: ('reach' | 'impressions' | 'likes' | 'comments' | 'shares' | 'engagements')[]
    }[]
  }
  by_platform: {
    platform: string
    /** Published first in this time, whichever account that was on. */
    posts: number
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
  }[]
  by_account: {
    account_id: number
    platform: string
    name: string
    username: string
    /** Published first in this time, whichever account that was on. */
    posts: number
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
  }[]
  /** Every day of the window, also those on which nothing happened. */
  timeline: {
    date: string
    /** Published first in this time, whichever account that was on. */
    posts: number
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
  }[]
  /** Those that grew most in engagements, at most ten. */
  top_posts: {
    post_id: number
    /** Its beginning. */
    content: string
    published_at: string | null
    platforms: string[]
    /** Published first in this time, whichever account that was on. */
    posts: number
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
    /** What is not in these sums, because a platform does not tell it. */
    incomplete: {
      platform: string
      metrics: ('reach' | 'impressions' | 'likes' | 'comments' | 'shares' | 'engagements')[]
    }[]
  }[]
}

export interface GetAnalyticsTimelinesInput {
  /** First day, in the zone of the workspace. Default: thirty days up to `to`. */
  from?: string | undefined
  /** Last day, included; at most 366 days from the first. Default: today. */
  to?: string | undefined
  /** Only these accounts, removed ones too. */
  account_ids?: number[] | undefined
  /** Only this platform. */
  platform?: string | undefined
  /** Only posts with any of these. */
  labels?: string[] | undefined
  /** What to stand beside it: the window just before (default), or that of a year before. */
  compare?: 'before' | 'year_before' | undefined
  /** Besides everything in one line. */
  by?: 'platform' | 'account' | undefined
}

export type GetAnalyticsTimelinesAnswer = {
  window: {
    from: string
    to: string
    timezone: string
  }
  previous: {
    from: string
    to: string
  }
  /** When the newest number was taken. */
  measured_at: string | null
  /** Accounts asked about of which a number was ever taken. A 0 of any other says nothing yet. */
  measured: {
    platform: string
    account_ids: number[]
  }[]
  /** Of the window; each column has as many numbers. */
  dates: string[]
  lines: {
    /** Null: of all. */
    platform: string | null
    account_id: number | null
    days: {
      posts: number[]
      reach: (number | null)[]
      impressions: (number | null)[]
      likes: (number | null)[]
      comments: (number | null)[]
      shares: (number | null)[]
      engagements: (number | null)[]
      engagement_rate: (number | null)[]
    }
    /** Day for day beside it. */
    previous: {
      posts: number[]
      reach: (number | null)[]
      impressions: (number | null)[]
      likes: (number | null)[]
      comments: (number | null)[]
      shares: (number | null)[]
      engagements: (number | null)[]
      engagement_rate: (number | null)[]
    }
  }[]
}

export interface ListPostAnalyticsInput {
  /** First day, in the zone of the workspace. Default: thirty days up to `to`. */
  from?: string | undefined
  /** Last day, included; at most 366 days from the first. Default: today. */
  to?: string | undefined
  /** Only these accounts, removed ones too. */
  account_ids?: number[] | undefined
  /** Only this platform. */
  platform?: string | undefined
  /** Only posts with any of these. */
  labels?: string[] | undefined
  /** Default engagements. Posts without it come last. */
  sort?:
    | 'published_at'
    | 'reach'
    | 'impressions'
    | 'likes'
    | 'comments'
    | 'shares'
    | 'engagements'
    | 'engagement_rate'
    | undefined
  /** Default desc. */
  order?: 'asc' | 'desc' | undefined
  /** 1 to 200, default 20. */
  per_page?: number | undefined
  /** From next_cursor. */
  cursor?: string | undefined
  /** csv: this page as a table. */
  format?: 'json' | 'csv' | undefined
}

export type ListPostAnalyticsAnswer = {
  window: {
    from: string
    to: string
    timezone: string
  }
  data: {
    post_id: number
    /** Its beginning. */
    content: string
    labels: string[]
    published_at: string
    /** Null: not measured yet, or never. */
    measured_at: string | null
    /** People who saw it. Null here and below: not told, which is never a 0. */
    reach: number | null
    /** Times it was seen. */
    impressions: number | null
    likes: number | null
    comments: number | null
    /** Reposts and quotes. */
    shares: number | null
    /** Likes, comments, shares, and saves where there are any. */
    engagements: number | null
    /** engagements / impressions, over the platforms that tell both; six decimals. */
    engagement_rate: number | null
    /** What is not in these sums, because a platform does not tell it. */
    incomplete: {
      platform: string
      metrics: ('reach' | 'impressions' | 'likes' | 'comments' | 'shares' | 'engagements')[]
    }[]
    accounts: {
      account_id: number
      platform: string
      platform_url: string | null
      /** Null: not measured yet, or never. */
      measured_at: string | null
      /** People who saw it. Null here and below: not told, which is never a 0. */
      reach: number | null
      /** Times it was seen. */
      impressions: number | null
      likes: number | null
      comments: number | null
      /** Reposts and quotes. */
      shares: number | null
      /** Likes, comments, shares, and saves where there are any. */
      engagements: number | null
      /** engagements / impressions, over the platforms that tell both; six decimals. */
      engagement_rate: number | null
    }[]
  }[]
  next_cursor: string | null
}

export interface GetBestTimesInput {
  /** First day, in the zone of the workspace. Default: thirty days up to `to`. */
  from?: string | undefined
  /** Last day, included; at most 366 days from the first. Default: today. */
  to?: string | undefined
  /** Only these accounts, removed ones too. */
  account_ids?: number[] | undefined
  /** Only this platform. */
  platform?: string | undefined
  /** Only posts with any of these. */
  labels?: string[] | undefined
  /** Default engagement_rate, which platforms without impressions have none of. */
  by?: 'engagement_rate' | 'engagements' | 'impressions' | 'reach' | undefined
}

export type GetBestTimesAnswer = {
  window: {
    from: string
    to: string
    timezone: string
  }
  by: string
  /** How many posts have this number. */
  posts: number
  /** From how many on a week can be told from chance. */
  needed: number
  hours: {
    /** 1 is Monday. */
    weekday: number
    hour: number
    posts: number
    median: number
  }[]
}

export interface GetAudienceInput {
  /** First day, in the zone of the workspace. Default: thirty days up to `to`. */
  from?: string | undefined
  /** Last day, included; at most 366 days from the first. Default: today. */
  to?: string | undefined
  /** Only these accounts, removed ones too. */
  account_ids?: number[] | undefined
  /** Only this platform. */
  platform?: string | undefined
}

export type GetAudienceAnswer = {
  window: {
    from: string
    to: string
    timezone: string
  }
  totals: {
    /** Of all accounts that tell it: one person may be in it twice. */
    followers: number | null
    change: number | null
    /** Platforms of these accounts that do not tell it. */
    without: string[]
  }
  accounts: {
    account_id: number
    platform: string
    name: string
    username: string
    tells: ('followers' | 'following' | 'posts' | 'views' | 'likes')[]
    measured_at: string | null
    /** Subscribers on YouTube, there rounded to three digits. */
    followers: number | null
    following: number | null
    /** Of the account, published by whomever. */
    posts: number | null
    /** Of the account since it began. */
    views: number | null
    /** Of a Page. */
    likes: number | null
    /** Since the window began, or since the first number. */
    change: {
      /** Subscribers on YouTube, there rounded to three digits. */
      followers: number | null
      following: number | null
      /** Of the account, published by whomever. */
      posts: number | null
      /** Of the account since it began. */
      views: number | null
      /** Of a Page. */
      likes: number | null
    }
    days: {
      date: string
      /** Subscribers on YouTube, there rounded to three digits. */
      followers: number | null
      following: number | null
      /** Of the account, published by whomever. */
      posts: number | null
      /** Of the account since it began. */
      views: number | null
      /** Of a Page. */
      likes: number | null
    }[]
  }[]
}

export interface ListEventsInput {
  /** A cursor; now: only what comes. Left out: from the oldest that is kept. */
  after?: string | undefined
  /** Only these kinds, such as post.failed or delivery.*. */
  types?:
    | (
        | 'post.created'
        | 'post.scheduled'
        | 'post.updated'
        | 'post.awaiting_approval'
        | 'post.approved'
        | 'post.declined'
        | 'post.cancelled'
        | 'post.deleted'
        | 'post.restored'
        | 'post.published'
        | 'post.partial'
        | 'post.failed'
        | 'post.at_risk'
        | 'delivery.published'
        | 'delivery.failed'
        | 'delivery.blocked'
        | 'delivery.retried'
        | 'delivery.updated'
        | 'delivery.removed'
        | 'delivery.removal_failed'
        | 'delivery.edited'
        | 'delivery.edit_failed'
        | 'account.connected'
        | 'account.expiring'
        | 'account.needs_reconnect'
        | 'account.disconnected'
        | 'media.created'
        | 'media.changed'
        | 'media.deleted'
        | 'schedule.changed'
        | 'series.created'
        | 'series.changed'
        | 'series.paused'
        | 'series.resumed'
        | 'series.ended'
        | 'member.joined'
        | 'member.changed'
        | 'member.removed'
        | 'webhook.test'
        | 'webhook.disabled'
        | 'webhook.dead'
        | 'audit.key_created'
        | 'audit.key_changed'
        | 'audit.key_revoked'
        | 'audit.member_invited'
        | 'audit.invitation_withdrawn'
        | 'audit.member_joined'
        | 'audit.member_changed'
        | 'audit.member_removed'
        | 'audit.grant_given'
        | 'audit.grant_changed'
        | 'audit.grant_ended'
        | 'audit.webhook_created'
        | 'audit.webhook_changed'
        | 'audit.webhook_deleted'
        | 'audit.setting_changed'
        | 'post.*'
        | 'delivery.*'
        | 'account.*'
        | 'media.*'
        | 'schedule.*'
        | 'series.*'
        | 'member.*'
        | 'webhook.*'
        | 'audit.*'
      )[]
    | undefined
  /** The post. */
  post_id?: number | undefined
  /** 1 to 200, default 100. */
  limit?: number | undefined
  /** Seconds to wait for the outcome, at most 30. */
  wait?: number | undefined
}

export type ListEventsAnswer = {
  data: {
    /** The same wherever it is told, and the webhook-id of its webhooks. */
    id: string
    /** Read on behind it with after. */
    cursor: string
    type:
      | 'post.created'
      | 'post.scheduled'
      | 'post.updated'
      | 'post.awaiting_approval'
      | 'post.approved'
      | 'post.declined'
      | 'post.cancelled'
      | 'post.deleted'
      | 'post.restored'
      | 'post.published'
      | 'post.partial'
      | 'post.failed'
      | 'post.at_risk'
      | 'delivery.published'
      | 'delivery.failed'
      | 'delivery.blocked'
      | 'delivery.retried'
      | 'delivery.updated'
      | 'delivery.removed'
      | 'delivery.removal_failed'
      | 'delivery.edited'
      | 'delivery.edit_failed'
      | 'account.connected'
      | 'account.expiring'
      | 'account.needs_reconnect'
      | 'account.disconnected'
      | 'media.created'
      | 'media.changed'
      | 'media.deleted'
      | 'schedule.changed'
      | 'series.created'
      | 'series.changed'
      | 'series.paused'
      | 'series.resumed'
      | 'series.ended'
      | 'member.joined'
      | 'member.changed'
      | 'member.removed'
      | 'webhook.test'
      | 'webhook.disabled'
      | 'webhook.dead'
      | 'audit.key_created'
      | 'audit.key_changed'
      | 'audit.key_revoked'
      | 'audit.member_invited'
      | 'audit.invitation_withdrawn'
      | 'audit.member_joined'
      | 'audit.member_changed'
      | 'audit.member_removed'
      | 'audit.grant_given'
      | 'audit.grant_changed'
      | 'audit.grant_ended'
      | 'audit.webhook_created'
      | 'audit.webhook_changed'
      | 'audit.webhook_deleted'
      | 'audit.setting_changed'
    at: string
    post_id: number | null
    /** Your own id of the post, where it has one. */
    external_id: string | null
    delivery_id: number | null
    account_id: number | null
    media_id: number | null
    actor: {
      kind: 'person' | 'key' | 'app' | 'crier'
      /** Null where it is not told to whoever asks. */
      id: string | null
      name: string | null
    }
    /** By type; see docs/events.md. */
    data: Record<string, unknown>
  }[]
  /** As far as was looked; give it as after the next time. */
  cursor: string
  /** There is more behind it already. */
  more: boolean
}

export interface ListActivityInput {
  /** The before of the last page. Left out: from the latest. */
  before?: string | undefined
  /** Only these kinds, such as post.failed or audit.*; as list_events has them. */
  types?: string[] | undefined
  /** Only what these did. */
  by?: ('person' | 'key' | 'app' | 'crier')[] | undefined
  /** The post. */
  post_id?: number | undefined
  /** The social account. */
  account_id?: number | undefined
  /** Only from then on. */
  since?: string | undefined
  /** Only before that. */
  until?: string | undefined
  /** Also tell what was before and after, of posts, settings, members, keys and apps. */
  changes?: boolean | undefined
  /** 1 to 200, default 100. */
  limit?: number | undefined
}

export type ListActivityAnswer = {
  data: {
    /** The same wherever it is told, and the webhook-id of its webhooks. */
    id: string
    /** Read on behind it with after. */
    cursor: string
    type:
      | 'post.created'
      | 'post.scheduled'
      | 'post.updated'
      | 'post.awaiting_approval'
      | 'post.approved'
      | 'post.declined'
      | 'post.cancelled'
      | 'post.deleted'
      | 'post.restored'
      | 'post.published'
      | 'post.partial'
      | 'post.failed'
      | 'post.at_risk'
      | 'delivery.published'
      | 'delivery.failed'
      | 'delivery.blocked'
      | 'delivery.retried'
      | 'delivery.updated'
      | 'delivery.removed'
      | 'delivery.removal_failed'
      | 'delivery.edited'
      | 'delivery.edit_failed'
      | 'account.connected'
      | 'account.expiring'
      | 'account.needs_reconnect'
      | 'account.disconnected'
      | 'media.created'
      | 'media.changed'
      | 'media.deleted'
      | 'schedule.changed'
      | 'series.created'
      | 'series.changed'
      | 'series.paused'
      | 'series.resumed'
      | 'series.ended'
      | 'member.joined'
      | 'member.changed'
      | 'member.removed'
      | 'webhook.test'
      | 'webhook.disabled'
      | 'webhook.dead'
      | 'audit.key_created'
      | 'audit.key_changed'
      | 'audit.key_revoked'
      | 'audit.member_invited'
      | 'audit.invitation_withdrawn'
      | 'audit.member_joined'
      | 'audit.member_changed'
      | 'audit.member_removed'
      | 'audit.grant_given'
      | 'audit.grant_changed'
      | 'audit.grant_ended'
      | 'audit.webhook_created'
      | 'audit.webhook_changed'
      | 'audit.webhook_deleted'
      | 'audit.setting_changed'
    at: string
    post_id: number | null
    /** Your own id of the post, where it has one. */
    external_id: string | null
    delivery_id: number | null
    account_id: number | null
    media_id: number | null
    actor: {
      kind: 'person' | 'key' | 'app' | 'crier'
      /** Null where it is not told to whoever asks. */
      id: string | null
      name: string | null
    }
    /** By type; see docs/events.md. */
    data: Record<string, unknown>
    /** With changes=true. null: nothing to compare, or no longer kept. */
    changes?:
      | {
          field: string
          /** null: nothing. */
          before: unknown
          /** null: nothing. */
          after: unknown
        }[]
      | null
      | undefined
  }[]
  /** For what came before; null: that is all that is kept. */
  before: string | null
}

export interface ListWebhooksInput {}

export type ListWebhooksAnswer = {
  id: string
  url: string
  description: string
  /** Kinds and groups; null: all that it may hear of. */
  types: string[] | null
  account_ids: number[] | null
  enabled: boolean
  disabled_at: string | null
  disabled_why: 'by_hand' | 'gone' | 'failing' | 'credential_ended' | 'secret_lost' | null
  /** Since when no call has been taken. */
  failing_since: string | null
  /** Calls that failed since one was taken. */
  failures: number
  /** Sends that were given up; redeliver sends them again. */
  dead: number
  /** Until then the secret before the last change signs as well. */
  old_secret_until: string | null
  created_at: string
  updated_at: string
}[]

export interface CreateWebhookInput {
  /** https; private hosts only as the operator allows. */
  url: string
  description?: string | undefined
  /** Such as post.failed or delivery.*; null: all. */
  types?:
    | (
        | 'post.created'
        | 'post.scheduled'
        | 'post.updated'
        | 'post.awaiting_approval'
        | 'post.approved'
        | 'post.declined'
        | 'post.cancelled'
        | 'post.deleted'
        | 'post.restored'
        | 'post.published'
        | 'post.partial'
        | 'post.failed'
        | 'post.at_risk'
        | 'delivery.published'
        | 'delivery.failed'
        | 'delivery.blocked'
        | 'delivery.retried'
        | 'delivery.updated'
        | 'delivery.removed'
        | 'delivery.removal_failed'
        | 'delivery.edited'
        | 'delivery.edit_failed'
        | 'account.connected'
        | 'account.expiring'
        | 'account.needs_reconnect'
        | 'account.disconnected'
        | 'media.created'
        | 'media.changed'
        | 'media.deleted'
        | 'schedule.changed'
        | 'series.created'
        | 'series.changed'
        | 'series.paused'
        | 'series.resumed'
        | 'series.ended'
        | 'member.joined'
        | 'member.changed'
        | 'member.removed'
        | 'webhook.test'
        | 'webhook.disabled'
        | 'webhook.dead'
        | 'audit.key_created'
        | 'audit.key_changed'
        | 'audit.key_revoked'
        | 'audit.member_invited'
        | 'audit.invitation_withdrawn'
        | 'audit.member_joined'
        | 'audit.member_changed'
        | 'audit.member_removed'
        | 'audit.grant_given'
        | 'audit.grant_changed'
        | 'audit.grant_ended'
        | 'audit.webhook_created'
        | 'audit.webhook_changed'
        | 'audit.webhook_deleted'
        | 'audit.setting_changed'
        | 'post.*'
        | 'delivery.*'
        | 'account.*'
        | 'media.*'
        | 'schedule.*'
        | 'series.*'
        | 'member.*'
        | 'webhook.*'
        | 'audit.*'
      )[]
    | null
    | undefined
  /** Only what is about these; null: all. */
  account_ids?: number[] | null | undefined
  /** Left out: one is made. */
  secret?: string | undefined
}

export type CreateWebhookAnswer = {
  id: string
  url: string
  description: string
  /** Kinds and groups; null: all that it may hear of. */
  types: string[] | null
  account_ids: number[] | null
  enabled: boolean
  disabled_at: string | null
  disabled_why: 'by_hand' | 'gone' | 'failing' | 'credential_ended' | 'secret_lost' | null
  /** Since when no call has been taken. */
  failing_since: string | null
  /** Calls that failed since one was taken. */
  failures: number
  /** Sends that were given up; redeliver sends them again. */
  dead: number
  /** Until then the secret before the last change signs as well. */
  old_secret_until: string | null
  created_at: string
  updated_at: string
  /** Not retrievable later. */
  secret: string
}

export interface UpdateWebhookInput {
  /** The webhook. */
  id?: string | undefined
  /** https; private hosts only as the operator allows. */
  url?: string | undefined
  description?: string | undefined
  /** Such as post.failed or delivery.*; null: all. */
  types?:
    | (
        | 'post.created'
        | 'post.scheduled'
        | 'post.updated'
        | 'post.awaiting_approval'
        | 'post.approved'
        | 'post.declined'
        | 'post.cancelled'
        | 'post.deleted'
        | 'post.restored'
        | 'post.published'
        | 'post.partial'
        | 'post.failed'
        | 'post.at_risk'
        | 'delivery.published'
        | 'delivery.failed'
        | 'delivery.blocked'
        | 'delivery.retried'
        | 'delivery.updated'
        | 'delivery.removed'
        | 'delivery.removal_failed'
        | 'delivery.edited'
        | 'delivery.edit_failed'
        | 'account.connected'
        | 'account.expiring'
        | 'account.needs_reconnect'
        | 'account.disconnected'
        | 'media.created'
        | 'media.changed'
        | 'media.deleted'
        | 'schedule.changed'
        | 'series.created'
        | 'series.changed'
        | 'series.paused'
        | 'series.resumed'
        | 'series.ended'
        | 'member.joined'
        | 'member.changed'
        | 'member.removed'
        | 'webhook.test'
        | 'webhook.disabled'
        | 'webhook.dead'
        | 'audit.key_created'
        | 'audit.key_changed'
        | 'audit.key_revoked'
        | 'audit.member_invited'
        | 'audit.invitation_withdrawn'
        | 'audit.member_joined'
        | 'audit.member_changed'
        | 'audit.member_removed'
        | 'audit.grant_given'
        | 'audit.grant_changed'
        | 'audit.grant_ended'
        | 'audit.webhook_created'
        | 'audit.webhook_changed'
        | 'audit.webhook_deleted'
        | 'audit.setting_changed'
        | 'post.*'
        | 'delivery.*'
        | 'account.*'
        | 'media.*'
        | 'schedule.*'
        | 'series.*'
        | 'member.*'
        | 'webhook.*'
        | 'audit.*'
      )[]
    | null
    | undefined
  /** Only what is about these; null: all. */
  account_ids?: number[] | null | undefined
  enabled?: boolean | undefined
}

export type UpdateWebhookAnswer = {
  id: string
  url: string
  description: string
  /** Kinds and groups; null: all that it may hear of. */
  types: string[] | null
  account_ids: number[] | null
  enabled: boolean
  disabled_at: string | null
  disabled_why: 'by_hand' | 'gone' | 'failing' | 'credential_ended' | 'secret_lost' | null
  /** Since when no call has been taken. */
  failing_since: string | null
  /** Calls that failed since one was taken. */
  failures: number
  /** Sends that were given up; redeliver sends them again. */
  dead: number
  /** Until then the secret before the last change signs as well. */
  old_secret_until: string | null
  created_at: string
  updated_at: string
}

export interface DeleteWebhookInput {
  /** The webhook. */
  id?: string | undefined
}

export interface TestWebhookInput {
  /** The webhook. */
  id?: string | undefined
}

export type TestWebhookAnswer = {
  queued: true
  id: string
}

export interface RotateWebhookSecretInput {
  /** The webhook. */
  id?: string | undefined
  /** Left out: one is made. */
  secret?: string | undefined
}

export type RotateWebhookSecretAnswer = {
  id: string
  /** Not retrievable later. */
  secret: string
  old_secret_until: string
}

export interface ListWebhookSendsInput {
  /** The webhook. */
  id?: string | undefined
  state?: 'waiting' | 'sending' | 'delivered' | 'dead' | undefined
  /** 1 to 200, default 20. */
  per_page?: number | undefined
  page?: number | undefined
  /** From next_page_url: goes on there, whatever became of the items before. */
  after?: string | undefined
}

export type ListWebhookSendsAnswer = {
  data: {
    id: string
    /** Its webhook-id; null once the event is forgotten. */
    event_id: string | null
    type:
      | 'post.created'
      | 'post.scheduled'
      | 'post.updated'
      | 'post.awaiting_approval'
      | 'post.approved'
      | 'post.declined'
      | 'post.cancelled'
      | 'post.deleted'
      | 'post.restored'
      | 'post.published'
      | 'post.partial'
      | 'post.failed'
      | 'post.at_risk'
      | 'delivery.published'
      | 'delivery.failed'
      | 'delivery.blocked'
      | 'delivery.retried'
      | 'delivery.updated'
      | 'delivery.removed'
      | 'delivery.removal_failed'
      | 'delivery.edited'
      | 'delivery.edit_failed'
      | 'account.connected'
      | 'account.expiring'
      | 'account.needs_reconnect'
      | 'account.disconnected'
      | 'media.created'
      | 'media.changed'
      | 'media.deleted'
      | 'schedule.changed'
      | 'series.created'
      | 'series.changed'
      | 'series.paused'
      | 'series.resumed'
      | 'series.ended'
      | 'member.joined'
      | 'member.changed'
      | 'member.removed'
      | 'webhook.test'
      | 'webhook.disabled'
      | 'webhook.dead'
      | 'audit.key_created'
      | 'audit.key_changed'
      | 'audit.key_revoked'
      | 'audit.member_invited'
      | 'audit.invitation_withdrawn'
      | 'audit.member_joined'
      | 'audit.member_changed'
      | 'audit.member_removed'
      | 'audit.grant_given'
      | 'audit.grant_changed'
      | 'audit.grant_ended'
      | 'audit.webhook_created'
      | 'audit.webhook_changed'
      | 'audit.webhook_deleted'
      | 'audit.setting_changed'
      | null
    post_id: number | null
    /** dead: given up. */
    state: 'waiting' | 'sending' | 'delivered' | 'dead'
    tries: number
    /** When a waiting one goes out next. */
    due_at: string
    last_at: string | null
    last_status: number | null
    last_error: string | null
    /** How long the last call took. */
    ms: number | null
    /** How the last answer began, up to 1 KB. */
    answer: string | null
    created_at: string
  }[]
  current_page: number
  per_page: number
  last_page: number
  total: number
  next_page_url: string | null
  prev_page_url: string | null
}

export interface RedeliverSendInput {
  /** The webhook. */
  id?: string | undefined
  /** The send. */
  send_id?: string | undefined
}

export type RedeliverSendAnswer = {
  /** 0: it is under way just now. */
  redelivering: number
}

export interface RedeliverWebhookInput {
  /** The webhook. */
  id?: string | undefined
  /** What happened from then on. */
  since: string
  /** And before; default now. */
  until?: string | undefined
  /** Default dead. */
  state?: 'dead' | 'delivered' | 'missed' | undefined
}

export type RedeliverWebhookAnswer = {
  redelivering: number
}

export interface ListApiKeysInput {}

export type ListApiKeysAnswer = {
  id: string
  name: string
  key_preview: string
  abilities: string[]
  leash: {
    /** The only accounts that exist for it. */
    account_ids: number[] | null
    /** The only things it may do. */
    actions: ('read' | 'draft' | 'schedule' | 'publish' | 'delete')[] | null
    /** Posts it may put on schedule or publish a day, in the workspace's time zone. */
    posts_per_day: number | null
    /** Requests it may send in any minute, beside what the service allows everybody. */
    requests_per_minute: number | null
    /** What it schedules or publishes waits as a draft until somebody else approves it. */
    needs_approval: boolean
    /** From then on it is refused like a revoked one. */
    expires_at: string | null
    /** It may do nothing until somebody resumes it. */
    paused: boolean
  }
  last_used_at: string | null
  created_at: string
  /** What is left of its requests; empty without a limit. */
  limits: {
    policy: string
    limit: number
    seconds: number
    remaining: number
    /** When there is more of it again. */
    resets_at: string
  }[]
}[]

export interface CreateApiKeyInput {
  name: string
  /** What it may do; default everything. */
  abilities?:
    | (
        | '*'
        | 'posts:read'
        | 'posts:write'
        | 'media:read'
        | 'media:write'
        | 'analytics:read'
        | 'accounts:manage'
        | 'keys:manage'
        | 'webhooks:manage'
      )[]
    | undefined
  /** How far it goes; default everywhere. */
  leash?:
    | {
        /** The only accounts that exist for it. */
        account_ids?: number[] | null | undefined
        /** The only things it may do. */
        actions?: ('read' | 'draft' | 'schedule' | 'publish' | 'delete')[] | null | undefined
        /** Posts it may put on schedule or publish a day, in the workspace's time zone. */
        posts_per_day?: number | null | undefined
        /** Requests it may send in any minute, beside what the service allows everybody. */
        requests_per_minute?: number | null | undefined
        /** What it schedules or publishes waits as a draft until somebody else approves it. */
        needs_approval?: boolean | undefined
        /** A time in ISO 8601. From then on it is refused like a revoked one. */
        expires_at?: string | null | undefined
        /** It may do nothing until somebody resumes it. */
        paused?: boolean | undefined
      }
    | undefined
}

export type CreateApiKeyAnswer = {
  id: string
  name: string
  abilities: string[]
  leash: {
    /** The only accounts that exist for it. */
    account_ids: number[] | null
    /** The only things it may do. */
    actions: ('read' | 'draft' | 'schedule' | 'publish' | 'delete')[] | null
    /** Posts it may put on schedule or publish a day, in the workspace's time zone. */
    posts_per_day: number | null
    /** Requests it may send in any minute, beside what the service allows everybody. */
    requests_per_minute: number | null
    /** What it schedules or publishes waits as a draft until somebody else approves it. */
    needs_approval: boolean
    /** From then on it is refused like a revoked one. */
    expires_at: string | null
    /** It may do nothing until somebody resumes it. */
    paused: boolean
  }
  /** <id>|<secret>; not retrievable later. */
  token: string
  created_at: string
}

export interface UpdateApiKeyInput {
  /** The key. */
  id?: string | undefined
  name?: string | undefined
  /** The parts of it that change. */
  leash?:
    | {
        /** The only accounts that exist for it. */
        account_ids?: number[] | null | undefined
        /** The only things it may do. */
        actions?: ('read' | 'draft' | 'schedule' | 'publish' | 'delete')[] | null | undefined
        /** Posts it may put on schedule or publish a day, in the workspace's time zone. */
        posts_per_day?: number | null | undefined
        /** Requests it may send in any minute, beside what the service allows everybody. */
        requests_per_minute?: number | null | undefined
        /** What it schedules or publishes waits as a draft until somebody else approves it. */
        needs_approval?: boolean | undefined
        /** A time in ISO 8601. From then on it is refused like a revoked one. */
        expires_at?: string | null | undefined
        /** It may do nothing until somebody resumes it. */
        paused?: boolean | undefined
      }
    | undefined
}

export interface RevokeApiKeyInput {
  /** The key. */
  id?: string | undefined
}

const routes = {
  schedule_post: { method: 'POST', path: '/api/posts', fields: 'json' },
  schedule_posts: { method: 'POST', path: '/api/posts/batch', fields: 'json' },
  import_posts: { method: 'POST', path: '/api/posts/import', fields: 'json' },
  update_post: { method: 'PUT', path: '/api/posts/{id}', fields: 'json' },
  update_posts: { method: 'POST', path: '/api/posts/batch-update', fields: 'json' },
  get_post: { method: 'GET', path: '/api/posts/{id}', fields: 'query' },
  get_post_revision: { method: 'GET', path: '/api/posts/{id}/revisions/{number}', fields: 'query' },
  list_posts: { method: 'GET', path: '/api/posts', fields: 'query' },
  export_posts: { method: 'GET', path: '/api/posts.csv', fields: 'query' },
  publish_now: { method: 'POST', path: '/api/posts/{id}/publish-now', fields: 'json' },
  retry_post: { method: 'POST', path: '/api/posts/{id}/retry', fields: 'json' },
  duplicate_post: { method: 'POST', path: '/api/posts/{id}/duplicate', fields: 'json' },
  cancel_post: { method: 'POST', path: '/api/posts/{id}/cancel', fields: 'json' },
  delete_post: { method: 'DELETE', path: '/api/posts/{id}', fields: 'query' },
  restore_post: { method: 'POST', path: '/api/posts/{id}/restore', fields: 'json' },
  unpublish_post: { method: 'POST', path: '/api/posts/{id}/unpublish', fields: 'json' },
  edit_published_post: { method: 'POST', path: '/api/posts/{id}/edit-published', fields: 'json' },
  list_approvals: { method: 'GET', path: '/api/approvals', fields: 'query' },
  approve_post: { method: 'POST', path: '/api/posts/{id}/approve', fields: 'json' },
  decline_post: { method: 'POST', path: '/api/posts/{id}/decline', fields: 'json' },
  undo_today: { method: 'POST', path: '/api/undo-today', fields: 'json' },
  upload_media: { method: 'POST', path: '/api/media', fields: 'form' },
  list_media: { method: 'GET', path: '/api/media', fields: 'query' },
  get_media: { method: 'GET', path: '/api/media/{id}', fields: 'query' },
  download_media: { method: 'GET', path: '/api/media.zip', fields: 'query' },
  derive_media: { method: 'POST', path: '/api/media/{id}/derive', fields: 'json' },
  update_media: { method: 'PUT', path: '/api/media/{id}', fields: 'json' },
  delete_media: { method: 'DELETE', path: '/api/media/{id}', fields: 'query' },
  restore_media: { method: 'POST', path: '/api/media/{id}/restore', fields: 'json' },
  replace_media: { method: 'POST', path: '/api/media/{id}/replace', fields: 'json' },
  update_many_media: { method: 'POST', path: '/api/media/batch-update', fields: 'json' },
  get_library: { method: 'GET', path: '/api/library', fields: 'query' },
  open_upload: { method: 'POST', path: '/api/media/uploads', fields: 'json' },
  get_upload: { method: 'GET', path: '/api/media/uploads/{id}', fields: 'query' },
  upload_chunk: { method: 'PATCH', path: '/api/media/uploads/{id}', fields: 'bytes' },
  complete_upload: { method: 'POST', path: '/api/media/uploads/{id}/complete', fields: 'json' },
  cancel_upload: { method: 'DELETE', path: '/api/media/uploads/{id}', fields: 'query' },
  get_queue_slots: { method: 'GET', path: '/api/queue-slots', fields: 'query' },
  list_calendar: { method: 'GET', path: '/api/calendar', fields: 'query' },
  list_queues: { method: 'GET', path: '/api/queues', fields: 'query' },
  create_queue: { method: 'POST', path: '/api/queues', fields: 'json' },
  update_queue: { method: 'PUT', path: '/api/queues/{id}', fields: 'json' },
  delete_queue: { method: 'DELETE', path: '/api/queues/{id}', fields: 'query' },
  list_snippets: { method: 'GET', path: '/api/snippets', fields: 'query' },
  create_snippet: { method: 'POST', path: '/api/snippets', fields: 'json' },
  update_snippet: { method: 'PUT', path: '/api/snippets/{id}', fields: 'json' },
  delete_snippet: { method: 'DELETE', path: '/api/snippets/{id}', fields: 'query' },
  create_series: { method: 'POST', path: '/api/series', fields: 'json' },
  list_series: { method: 'GET', path: '/api/series', fields: 'query' },
  get_series: { method: 'GET', path: '/api/series/{id}', fields: 'query' },
  preview_series: { method: 'GET', path: '/api/series/preview', fields: 'query' },
  update_series: { method: 'PUT', path: '/api/series/{id}', fields: 'json' },
  pause_series: { method: 'POST', path: '/api/series/{id}/pause', fields: 'json' },
  resume_series: { method: 'POST', path: '/api/series/{id}/resume', fields: 'json' },
  skip_occurrence: { method: 'POST', path: '/api/series/{id}/skip', fields: 'json' },
  end_series: { method: 'DELETE', path: '/api/series/{id}', fields: 'query' },
  pause_publishing: { method: 'POST', path: '/api/publishing/pause', fields: 'json' },
  resume_publishing: { method: 'POST', path: '/api/publishing/resume', fields: 'json' },
  get_accounts: { method: 'GET', path: '/api/accounts', fields: 'query' },
  reconnect_account: { method: 'GET', path: '/api/accounts/{id}/reconnect', fields: 'query' },
  get_account_choices: { method: 'GET', path: '/api/accounts/{id}/choices', fields: 'query' },
  find_people: { method: 'GET', path: '/api/accounts/{id}/people', fields: 'query' },
  disconnect_account: { method: 'DELETE', path: '/api/accounts/{id}', fields: 'query' },
  list_account_sets: { method: 'GET', path: '/api/account-sets', fields: 'query' },
  create_account_set: { method: 'POST', path: '/api/account-sets', fields: 'json' },
  update_account_set: { method: 'PUT', path: '/api/account-sets/{id}', fields: 'json' },
  delete_account_set: { method: 'DELETE', path: '/api/account-sets/{id}', fields: 'query' },
  list_labels: { method: 'GET', path: '/api/labels', fields: 'query' },
  rename_label: { method: 'PUT', path: '/api/labels/{label}', fields: 'json' },
  delete_label: { method: 'DELETE', path: '/api/labels/{label}', fields: 'query' },
  get_utm_templates: { method: 'GET', path: '/api/utm-templates', fields: 'query' },
  set_utm_templates: { method: 'PUT', path: '/api/utm-templates', fields: 'json' },
  list_calendars: { method: 'GET', path: '/api/calendars', fields: 'query' },
  create_calendar: { method: 'POST', path: '/api/calendars', fields: 'json' },
  revoke_calendar: { method: 'DELETE', path: '/api/calendars/{id}', fields: 'query' },
  preview_link: { method: 'GET', path: '/api/link-preview', fields: 'query' },
  get_capabilities: { method: 'GET', path: '/api/capabilities', fields: 'query' },
  get_stats: { method: 'GET', path: '/api/stats', fields: 'query' },
  get_analytics: { method: 'GET', path: '/api/analytics', fields: 'query' },
  get_analytics_timelines: { method: 'GET', path: '/api/analytics/timelines', fields: 'query' },
  list_post_analytics: { method: 'GET', path: '/api/analytics/posts', fields: 'query' },
  get_best_times: { method: 'GET', path: '/api/analytics/times', fields: 'query' },
  get_audience: { method: 'GET', path: '/api/analytics/audience', fields: 'query' },
  list_events: { method: 'GET', path: '/api/events', fields: 'query' },
  list_activity: { method: 'GET', path: '/api/activity', fields: 'query' },
  list_webhooks: { method: 'GET', path: '/api/webhooks', fields: 'query' },
  create_webhook: { method: 'POST', path: '/api/webhooks', fields: 'json' },
  update_webhook: { method: 'PUT', path: '/api/webhooks/{id}', fields: 'json' },
  delete_webhook: { method: 'DELETE', path: '/api/webhooks/{id}', fields: 'query' },
  test_webhook: { method: 'POST', path: '/api/webhooks/{id}/test', fields: 'json' },
  rotate_webhook_secret: {
    method: 'POST',
    path: '/api/webhooks/{id}/rotate-secret',
    fields: 'json',
  },
  list_webhook_sends: { method: 'GET', path: '/api/webhooks/{id}/sends', fields: 'query' },
  redeliver_send: {
    method: 'POST',
    path: '/api/webhooks/{id}/sends/{send_id}/redeliver',
    fields: 'json',
  },
  redeliver_webhook: { method: 'POST', path: '/api/webhooks/{id}/redeliver', fields: 'json' },
  list_api_keys: { method: 'GET', path: '/api/api-keys', fields: 'query' },
  create_api_key: { method: 'POST', path: '/api/api-keys', fields: 'json' },
  update_api_key: { method: 'PUT', path: '/api/api-keys/{id}', fields: 'json' },
  revoke_api_key: { method: 'DELETE', path: '/api/api-keys/{id}', fields: 'query' },
} as const satisfies Record<string, Route>

/** Every operation of the service, by its name. */
export class Crier extends Client {
  /** Create a post for one or more connected accounts: as a draft, now, at a time, or in the next open slot. Answers the post; poll get_post for the outcome per account. */
  schedulePost(input: SchedulePostInput, options?: CallOptions): Promise<SchedulePostAnswer> {
    return this.call(routes.schedule_post, { ...input }, options) as Promise<SchedulePostAnswer>
  }

  /** Create many posts at once. Answers for each the post, or what is wrong with it; the others are made all the same. With external_id it can be sent again: what is there already is told as existed. */
  schedulePosts(input: SchedulePostsInput, options?: CallOptions): Promise<SchedulePostsAnswer> {
    return this.call(routes.schedule_posts, { ...input }, options) as Promise<SchedulePostsAnswer>
  }

  /** Create posts from a table (CSV), a row each. Answers for each row the post, or the cells in which something is wrong; the others are made all the same. Without a time a row becomes a draft. */
  importPosts(input: ImportPostsInput, options?: CallOptions): Promise<ImportPostsAnswer> {
    return this.call(routes.import_posts, { ...input }, options) as Promise<ImportPostsAnswer>
  }

  /** Change a draft or scheduled post; external_id, metadata, labels and note of any. Fields that are not sent stay as they are; lists are replaced whole. Answers the post. */
  updatePost(input: UpdatePostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.update_post, { ...input }, options) as Promise<Post>
  }

  /** Move, cancel, reorder or relabel many posts at once. Answers for each the post, or why it stays as it is; the others are changed all the same. */
  updatePosts(input: UpdatePostsInput, options?: CallOptions): Promise<UpdatePostsAnswer> {
    return this.call(routes.update_posts, { ...input }, options) as Promise<UpdatePostsAnswer>
  }

  /** One post with its outcome and attempts per account; deleted posts are found too. With wait it answers as soon as nothing is under way any more. */
  getPost(input: GetPostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.get_post, { ...input }, options) as Promise<Post>
  }

  /** How a post read after one of its changes, by the number that get_post tells under revisions; 1 is how it was written first. The last 50 are kept. */
  getPostRevision(
    input: GetPostRevisionInput,
    options?: CallOptions,
  ): Promise<GetPostRevisionAnswer> {
    return this.call(
      routes.get_post_revision,
      { ...input },
      options,
    ) as Promise<GetPostRevisionAnswer>
  }

  /** Posts that match all that is given, newest first, a page at a time. Compare the length of data to total before concluding that you saw all. */
  listPosts(input: ListPostsInput = {}, options?: CallOptions): Pages<Post> {
    return pages(
      (at) => this.call(routes.list_posts, { ...input, ...at }, options) as Promise<PageOf<Post>>,
    )
  }

  /** All posts of a list as a table (CSV) for spreadsheets, which import_posts takes back. What a spreadsheet would carry out as a formula has a ' in front. */
  exportPosts(input: ExportPostsInput = {}, options?: CallOptions): Promise<string> {
    return this.call(routes.export_posts, { ...input }, options) as Promise<string>
  }

  /** Publish a draft, scheduled or failed post at once. Answers immediately; poll get_post, or give wait. */
  publishNow(input: PublishNowInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.publish_now, { ...input }, options) as Promise<Post>
  }

  /** Send the failed channels of a post again; published channels are left alone. A channel whose outcome is unknown is sent only when you confirm that it is not there. */
  retryPost(input: RetryPostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.retry_post, { ...input }, options) as Promise<Post>
  }

  /** A new draft with the content, first comment, channels and media of a post. Channels disconnected since are dropped and listed in dropped_account_ids. */
  duplicatePost(input: DuplicatePostInput, options?: CallOptions): Promise<DuplicatePostAnswer> {
    return this.call(routes.duplicate_post, { ...input }, options) as Promise<DuplicatePostAnswer>
  }

  /** Stop a scheduled post; restore_post undoes this. Refused once publishing has begun. */
  cancelPost(input: CancelPostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.cancel_post, { ...input }, options) as Promise<Post>
  }

  /** Soft-delete a draft, published or failed post here (not on the platforms); restore_post brings it back. A scheduled post is cancelled instead. */
  async deletePost(input: DeletePostInput, options?: CallOptions): Promise<void> {
    await this.call(routes.delete_post, { ...input }, options)
  }

  /** Bring back a cancelled or deleted post: scheduled when its time lies ahead, else as a draft; published and failed posts come back as they were. Never publishes by itself. */
  restorePost(input: RestorePostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.restore_post, { ...input }, options) as Promise<Post>
  }

  /** Take a published post down on the platforms, everywhere or on some accounts. Answers at once; per_account[].removal tells how far it is, and which platforms let only a person do it. What still waits there is not sent. The post stays here. */
  unpublishPost(input: UnpublishPostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.unpublish_post, { ...input }, options) as Promise<Post>
  }

  /** Change a post where it is out: its text, on YouTube title and privacy too. See editable in get_capabilities. Answers at once; per_account[].edit tells how far it is. What was written here stays. */
  editPublishedPost(input: EditPublishedPostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.edit_published_post, { ...input }, options) as Promise<Post>
  }

  /** Posts that wait for approval, the longest waiting first: approve_post sends them on, decline_post turns them down. */
  listApprovals(
    input: ListApprovalsInput = {},
    options?: CallOptions,
  ): Pages<{
    id: number
    content: string
    status: 'draft' | 'scheduled' | 'published' | 'failed'
    scheduled_at: string | null
    published_at: string | null
    error_message: string | null
    first_comment: string | null
    platform_content: {
      account_id: number
      content?: string | undefined
      options?: Record<string, unknown> | undefined
      thread?:
        | {
            content: string
            media_ids: number[]
          }[]
        | undefined
      /** Where it goes out later than elsewhere. */
      scheduled_at?: string | undefined
    }[]
    /** By platform; see the capabilities. */
    platform_options: Record<string, Record<string, unknown>>
    /** After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it. */
    in_doubt: 'look_then_send' | 'ask' | null
    /** The parts behind the first; null: it is no thread. */
    thread?:
      | {
          content: string
          media_ids: number[]
        }[]
      | null
      | undefined
    /** Where a platform has no threads; null: refuse. */
    thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
    /** What is too long is cut into a thread. */
    split?: 'plain' | 'numbered' | null | undefined
    media: AttachedMedia[]
    socialAccounts: SocialAccount[]
    created_via: 'rest' | 'mcp' | 'dashboard'
    /** The series that made it. */
    series_id?: number | null | undefined
    created_at: string
    updated_at: string
    deleted_at: string | null
    /** Only on drafts that wait for approval or were declined. */
    approval: {
      state: 'awaiting' | 'declined'
      asked_at: string
      /** Why it was declined, where something was said. */
      reason: string | null
    } | null
    /** The caller's own id of it, unique in the workspace. */
    external_id: string | null
    /** As it was sent. */
    metadata: Record<string, unknown> | null
    labels: string[]
    /** What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known. */
    risks?:
      | {
          code:
            | 'account_needs_reconnect'
            | 'token_ends_before'
            | 'daily_cap'
            | 'plan_limit'
            | 'media_gone'
            | 'api_version_ends'
            | 'platform_unreachable'
            | 'app_not_public'
            | 'identical_text'
            | 'approval_missing'
          /** Null: it is about the whole post. */
          account_id: number | null
          since: string
          /** Where a person does something about it; null: whoever runs Crier does. */
          act_url: string | null
        }[]
      | undefined
    /** For those who work on it; never published. */
    note: string | null
    /** Of a thread: files of the parts behind the first, each once, with the alt text that goes out. */
    part_media?: AttachedMedia[] | undefined
    outcome: 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'deleted'
    /** What a person has to do: decide whether it is out (retry_post), reconnect an account, approve. */
    needs: ('decision' | 'reconnect' | 'approval')[]
    /** Of a deleted post: where it is public still. */
    still_live?:
      | {
          account_id: number
          platform: string
          url: string | null
        }[]
      | undefined
    per_account: PerAccount[]
    /** From get_post only: its changes, the oldest first. Left out: it was never changed. */
    revisions?:
      | {
          /** 1 is the post as it was written first. */
          number: number
          at: string
          by: {
            kind: 'person' | 'key' | 'app' | 'crier'
            /** Null where it is not told to whoever asks. */
            id: string | null
            name: string | null
          }
          /** What differs from the one before. */
          changed: (
            | 'content'
            | 'first_comment'
            | 'social_account_ids'
            | 'media_ids'
            | 'platform_content'
            | 'platform_options'
            | 'thread'
            | 'thread_as'
            | 'split'
            | 'scheduled_at'
          )[]
        }[]
      | undefined
    /** From get_post only. */
    created_by?:
      | {
          kind: 'person' | 'key' | 'app' | 'crier'
          /** Null where it is not told to whoever asks. */
          id: string | null
          name: string | null
        }
      | undefined
    /** The API key, the connected app or the author that wants it out. */
    asked_by:
      | {
          key_id: string
          name: string
        }
      | {
          grant_id: string
          name: string
        }
      | {
          person_id: number
          name: string
        }
      | null
    /** The queue that it stands in. Left out: none. */
    queue_id?: number | undefined
    warnings: string[]
    /** Of a draft that was written just now: what keeps it from going out, as data. */
    problems?:
      | {
          field: string
          /** As it stands in `errors`; of a draft, in `warnings`. */
          message: string
          code:
            | 'account_not_found'
            | 'media_not_found'
            | 'text_too_long'
            | 'text_required'
            | 'media_required'
            | 'media_type'
            | 'media_too_large'
            | 'media_measures'
            | 'alt_text_too_long'
            | 'too_many_media'
            | 'mixed_media'
            | 'media'
            | 'no_threads'
            | 'thread'
            | 'option'
          /** Which sentence `message` is: for whoever says it in another language. */
          check?: string | undefined
          /** What stands in it. */
          values?: Record<string, string | number | string[]> | undefined
          account_id?: number | undefined
          platform?: string | undefined
          media_ids?: number[] | undefined
          measured?: number | undefined
          limit?: number | undefined
          unit?: string | undefined
          /** Each of them mends it. */
          fixes: {
            action:
              | 'shorten'
              | 'split'
              | 'join'
              | 'remove_media'
              | 'remove_account'
              | 'remove_option'
            /** A JSON merge patch (RFC 7396) of the post as it was sent. */
            patch: Record<string, unknown>
          }[]
        }[]
      | undefined
    /** With dry_run: those of `warnings` that a check of the post said, as data. */
    remarks?:
      | {
          /** As it stands in `warnings`. */
          message: string
          /** Which sentence `message` is: for whoever says it in another language. */
          check: string
          /** What stands in it. */
          values: Record<string, string | number | string[]>
        }[]
      | undefined
    /** With dry_run: previews of links that it would go out with. */
    link_cards?:
      | {
          account_ids: number[]
          url: string
          title: string
          description: string
          has_picture: boolean
        }[]
      | undefined
    /** With dry_run, where a platform asks for one. */
    estimated_cost?:
      | {
          /** Of all of it; reading and looking come on top. */
          usd: number
          per_account: {
            account_id: number
            usd: number
          }[]
        }
      | undefined
    /** Nothing was written; this is what would be. */
    dry_run?: true | undefined
  }> {
    return pages(
      (at) =>
        this.call(routes.list_approvals, { ...input, ...at }, options) as Promise<
          PageOf<{
            id: number
            content: string
            status: 'draft' | 'scheduled' | 'published' | 'failed'
            scheduled_at: string | null
            published_at: string | null
            error_message: string | null
            first_comment: string | null
            platform_content: {
              account_id: number
              content?: string | undefined
              options?: Record<string, unknown> | undefined
              thread?:
                | {
                    content: string
                    media_ids: number[]
                  }[]
                | undefined
              /** Where it goes out later than elsewhere. */
              scheduled_at?: string | undefined
            }[]
            /** By platform; see the capabilities. */
            platform_options: Record<string, Record<string, unknown>>
            /** After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it. */
            in_doubt: 'look_then_send' | 'ask' | null
            /** The parts behind the first; null: it is no thread. */
            thread?:
              | {
                  content: string
                  media_ids: number[]
                }[]
              | null
              | undefined
            /** Where a platform has no threads; null: refuse. */
            thread_as?: 'refuse' | 'join' | 'comments' | null | undefined
            /** What is too long is cut into a thread. */
            split?: 'plain' | 'numbered' | null | undefined
            media: AttachedMedia[]
            socialAccounts: SocialAccount[]
            created_via: 'rest' | 'mcp' | 'dashboard'
            /** The series that made it. */
            series_id?: number | null | undefined
            created_at: string
            updated_at: string
            deleted_at: string | null
            /** Only on drafts that wait for approval or were declined. */
            approval: {
              state: 'awaiting' | 'declined'
              asked_at: string
              /** Why it was declined, where something was said. */
              reason: string | null
            } | null
            /** The caller's own id of it, unique in the workspace. */
            external_id: string | null
            /** As it was sent. */
            metadata: Record<string, unknown> | null
            labels: string[]
            /** What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known. */
            risks?:
              | {
                  code:
                    | 'account_needs_reconnect'
                    | 'token_ends_before'
                    | 'daily_cap'
                    | 'plan_limit'
                    | 'media_gone'
                    | 'api_version_ends'
                    | 'platform_unreachable'
                    | 'app_not_public'
                    | 'identical_text'
                    | 'approval_missing'
                  /** Null: it is about the whole post. */
                  account_id: number | null
                  since: string
                  /** Where a person does something about it; null: whoever runs Crier does. */
                  act_url: string | null
                }[]
              | undefined
            /** For those who work on it; never published. */
            note: string | null
            /** Of a thread: files of the parts behind the first, each once, with the alt text that goes out. */
            part_media?: AttachedMedia[] | undefined
            outcome:
              | 'draft'
              | 'scheduled'
              | 'publishing'
              | 'published'
              | 'partial'
              | 'failed'
              | 'deleted'
            /** What a person has to do: decide whether it is out (retry_post), reconnect an account, approve. */
            needs: ('decision' | 'reconnect' | 'approval')[]
            /** Of a deleted post: where it is public still. */
            still_live?:
              | {
                  account_id: number
                  platform: string
                  url: string | null
                }[]
              | undefined
            per_account: PerAccount[]
            /** From get_post only: its changes, the oldest first. Left out: it was never changed. */
            revisions?:
              | {
                  /** 1 is the post as it was written first. */
                  number: number
                  at: string
                  by: {
                    kind: 'person' | 'key' | 'app' | 'crier'
                    /** Null where it is not told to whoever asks. */
                    id: string | null
                    name: string | null
                  }
                  /** What differs from the one before. */
                  changed: (
                    | 'content'
                    | 'first_comment'
                    | 'social_account_ids'
                    | 'media_ids'
                    | 'platform_content'
                    | 'platform_options'
                    | 'thread'
                    | 'thread_as'
                    | 'split'
                    | 'scheduled_at'
                  )[]
                }[]
              | undefined
            /** From get_post only. */
            created_by?:
              | {
                  kind: 'person' | 'key' | 'app' | 'crier'
                  /** Null where it is not told to whoever asks. */
                  id: string | null
                  name: string | null
                }
              | undefined
            /** The API key, the connected app or the author that wants it out. */
            asked_by:
              | {
                  key_id: string
                  name: string
                }
              | {
                  grant_id: string
                  name: string
                }
              | {
                  person_id: number
                  name: string
                }
              | null
            /** The queue that it stands in. Left out: none. */
            queue_id?: number | undefined
            warnings: string[]
            /** Of a draft that was written just now: what keeps it from going out, as data. */
            problems?:
              | {
                  field: string
                  /** As it stands in `errors`; of a draft, in `warnings`. */
                  message: string
                  code:
                    | 'account_not_found'
                    | 'media_not_found'
                    | 'text_too_long'
                    | 'text_required'
                    | 'media_required'
                    | 'media_type'
                    | 'media_too_large'
                    | 'media_measures'
                    | 'alt_text_too_long'
                    | 'too_many_media'
                    | 'mixed_media'
                    | 'media'
                    | 'no_threads'
                    | 'thread'
                    | 'option'
                  /** Which sentence `message` is: for whoever says it in another language. */
                  check?: string | undefined
                  /** What stands in it. */
                  values?: Record<string, string | number | string[]> | undefined
                  account_id?: number | undefined
                  platform?: string | undefined
                  media_ids?: number[] | undefined
                  measured?: number | undefined
                  limit?: number | undefined
                  unit?: string | undefined
                  /** Each of them mends it. */
                  fixes: {
                    action:
                      | 'shorten'
                      | 'split'
                      | 'join'
                      | 'remove_media'
                      | 'remove_account'
                      | 'remove_option'
                    /** A JSON merge patch (RFC 7396) of the post as it was sent. */
                    patch: Record<string, unknown>
                  }[]
                }[]
              | undefined
            /** With dry_run: those of `warnings` that a check of the post said, as data. */
            remarks?:
              | {
                  /** As it stands in `warnings`. */
                  message: string
                  /** Which sentence `message` is: for whoever says it in another language. */
                  check: string
                  /** What stands in it. */
                  values: Record<string, string | number | string[]>
                }[]
              | undefined
            /** With dry_run: previews of links that it would go out with. */
            link_cards?:
              | {
                  account_ids: number[]
                  url: string
                  title: string
                  description: string
                  has_picture: boolean
                }[]
              | undefined
            /** With dry_run, where a platform asks for one. */
            estimated_cost?:
              | {
                  /** Of all of it; reading and looking come on top. */
                  usd: number
                  per_account: {
                    account_id: number
                    usd: number
                  }[]
                }
              | undefined
            /** Nothing was written; this is what would be. */
            dry_run?: true | undefined
          }>
        >,
    )
  }

  /** Approve a post that waits for it: it is scheduled for the time it was meant for, or published at once when that has passed. */
  approvePost(input: ApprovePostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.approve_post, { ...input }, options) as Promise<Post>
  }

  /** Decline a post that waits for approval: it stays a draft, and says so with the reason in its warnings. Its author may change it and ask again. */
  declinePost(input: DeclinePostInput, options?: CallOptions): Promise<Post> {
    return this.call(routes.decline_post, { ...input }, options) as Promise<Post>
  }

  /** Take back what a key posted today (in the workspace's zone): cancels scheduled posts, deletes drafts. What is out or on its way stays and is listed, or is taken down with published. */
  undoToday(input: UndoTodayInput = {}, options?: CallOptions): Promise<UndoTodayAnswer> {
    return this.call(routes.undo_today, { ...input }, options) as Promise<UndoTodayAnswer>
  }

  /** Add a file to the media library: from a public address (source url), inside of the call (inline), or in chunks (local opens an upload session for its bytes). Answers the media item, or the session. */
  uploadMedia(input: UploadMediaInput = {}, options?: CallOptions): Promise<UploadMediaAnswer> {
    return this.call(routes.upload_media, { ...input }, options) as Promise<UploadMediaAnswer>
  }

  /** The media library, newest first, a page at a time; search looks through filenames, alt texts and tags. Compare the length of data to total before concluding that you saw all. */
  listMedia(
    input: ListMediaInput = {},
    options?: CallOptions,
  ): Pages<{
    id: number
    original_name: string
    mime_type: string
    size_bytes: number
    cdn_url: string
    /** A small preview, where one could be made. */
    thumbnail_url: string | null
    width: number | null
    height: number | null
    /** Seconds; null was never measured. */
    duration: number | null
    sha256: string | null
    folder: string | null
    tags: string[]
    alt_text: string | null
    /** Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none. */
    poster_url?: string | undefined
    /** The item that it was made of. */
    derived_from?: number | undefined
    /** Of folder, tags or alt text. */
    updated_at: string
    created_at: string
    /** Who brought it in; null: from before that was kept. */
    created_by: {
      kind: 'person' | 'key' | 'app' | 'crier'
      /** Null where it is not told to whoever asks. */
      id: string | null
      name: string | null
    } | null
    /** Posts that show it, when it was asked for. */
    used_in?:
      | {
          count: number
        }
      | undefined
  }> {
    return pages(
      (at) =>
        this.call(routes.list_media, { ...input, ...at }, options) as Promise<
          PageOf<{
            id: number
            original_name: string
            mime_type: string
            size_bytes: number
            cdn_url: string
            /** A small preview, where one could be made. */
            thumbnail_url: string | null
            width: number | null
            height: number | null
            /** Seconds; null was never measured. */
            duration: number | null
            sha256: string | null
            folder: string | null
            tags: string[]
            alt_text: string | null
            /** Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none. */
            poster_url?: string | undefined
            /** The item that it was made of. */
            derived_from?: number | undefined
            /** Of folder, tags or alt text. */
            updated_at: string
            created_at: string
            /** Who brought it in; null: from before that was kept. */
            created_by: {
              kind: 'person' | 'key' | 'app' | 'crier'
              /** Null where it is not told to whoever asks. */
              id: string | null
              name: string | null
            } | null
            /** Posts that show it, when it was asked for. */
            used_in?:
              | {
                  count: number
                }
              | undefined
          }>
        >,
    )
  }

  /** One item of the media library: its address, size, alt text and tags. */
  getMedia(input: GetMediaInput, options?: CallOptions): Promise<GetMediaAnswer> {
    return this.call(routes.get_media, { ...input }, options) as Promise<GetMediaAnswer>
  }

  /** The files of the media library as one zip, in their folders: those of ids, or all that the filters find. At most 5000 files of 20 GB together. */
  downloadMedia(input: DownloadMediaInput = {}, options?: CallOptions): Promise<Blob> {
    return this.call(routes.download_media, { ...input }, options) as Promise<Blob>
  }

  /** Make a new media item out of one in the library: crop, turn or recode a picture, cut a piece out of a video, or take a frame of it as a picture. Answers the new item, whose derived_from is the original; that stays as it is. */
  deriveMedia(input: DeriveMediaInput, options?: CallOptions): Promise<Media> {
    return this.call(routes.derive_media, { ...input }, options) as Promise<Media>
  }

  /** Change folder, tags or alt text of a media item; fields not sent stay as they are. The file itself never changes. */
  updateMedia(input: UpdateMediaInput, options?: CallOptions): Promise<Media> {
    return this.call(routes.update_media, { ...input }, options) as Promise<Media>
  }

  /** Delete a media item, kept 30 days. Refused while a draft or scheduled post or a series has it attached; published posts go on showing it. */
  async deleteMedia(input: DeleteMediaInput, options?: CallOptions): Promise<void> {
    await this.call(routes.delete_media, { ...input }, options)
  }

  /** Bring a deleted media item back, within 30 days. One that is there stays as it is. */
  restoreMedia(input: RestoreMediaInput, options?: CallOptions): Promise<RestoreMediaAnswer> {
    return this.call(routes.restore_media, { ...input }, options) as Promise<RestoreMediaAnswer>
  }

  /** Show another file instead of this one in the drafts and scheduled posts that have it, each as update_post would; what waits for approval waits again. Answers which posts changed, and which did not and why. Both files stay in the library. */
  replaceMedia(input: ReplaceMediaInput, options?: CallOptions): Promise<ReplaceMediaAnswer> {
    return this.call(routes.replace_media, { ...input }, options) as Promise<ReplaceMediaAnswer>
  }

  /** Move, tag, describe, delete or restore many media items. Answers for each that it is done, or why not; the others are changed all the same. */
  updateManyMedia(
    input: UpdateManyMediaInput,
    options?: CallOptions,
  ): Promise<UpdateManyMediaAnswer> {
    return this.call(
      routes.update_many_media,
      { ...input },
      options,
    ) as Promise<UpdateManyMediaAnswer>
  }

  /** How many files the media library has: in each folder, with each tag, of each month; unused, without an alt text, deleted. */
  getLibrary(input: GetLibraryInput = {}, options?: CallOptions): Promise<GetLibraryAnswer> {
    return this.call(routes.get_library, { ...input }, options) as Promise<GetLibraryAnswer>
  }

  /** Open a resumable upload for a large file. Send its bytes in chunks of chunk_size, one after the other, then complete it. */
  openUpload(input: OpenUploadInput, options?: CallOptions): Promise<UploadSession> {
    return this.call(routes.open_upload, { ...input }, options) as Promise<UploadSession>
  }

  /** How far a resumable upload is: received_bytes is the offset of the next chunk. */
  getUpload(input: GetUploadInput, options?: CallOptions): Promise<UploadSession> {
    return this.call(routes.get_upload, { ...input }, options) as Promise<UploadSession>
  }

  /** Send the next chunk of an upload as a raw body (Content-Type: application/octet-stream): chunk_size bytes, or what is left. It is stored durably before this answers. After a failure, go on from received_bytes. */
  uploadChunk(input: UploadChunkInput, options?: CallOptions): Promise<UploadChunkAnswer> {
    return this.call(routes.upload_chunk, { ...input }, options) as Promise<UploadChunkAnswer>
  }

  /** Make a media item of an upload whose bytes have all arrived; size and sha256 are verified. Asking again answers the same item. */
  completeUpload(input: CompleteUploadInput, options?: CallOptions): Promise<Media> {
    return this.call(routes.complete_upload, { ...input }, options) as Promise<Media>
  }

  /** Give up an upload; what has arrived is removed. A media item that it became stays. */
  async cancelUpload(input: CancelUploadInput, options?: CallOptions): Promise<void> {
    await this.call(routes.cancel_upload, { ...input }, options)
  }

  /** The next open slots of the posting schedule, soonest first. They are computed, not reserved: schedule_post with when next_slot takes one for good. Without a schedule the list is empty. */
  getQueueSlots(
    input: GetQueueSlotsInput = {},
    options?: CallOptions,
  ): Promise<GetQueueSlotsAnswer> {
    return this.call(routes.get_queue_slots, { ...input }, options) as Promise<GetQueueSlotsAnswer>
  }

  /** What is planned and was published, day by day: how much of each outcome, the first posts of each day in short, and the open slots of the posting schedule. Days are those of the workspace’s zone. */
  listCalendar(input: ListCalendarInput, options?: CallOptions): Promise<ListCalendarAnswer> {
    return this.call(routes.list_calendar, { ...input }, options) as Promise<ListCalendarAnswer>
  }

  /** The named queues of the workspace: their times of the week, whether they are paused, their next open slot. Name one as queue, with when next_slot. */
  listQueues(input: ListQueuesInput = {}, options?: CallOptions): Promise<ListQueuesAnswer> {
    return this.call(routes.list_queues, { ...input }, options) as Promise<ListQueuesAnswer>
  }

  /** Make a named queue: times of the week that its posts take in turn. */
  createQueue(input: CreateQueueInput, options?: CallOptions): Promise<CreateQueueAnswer> {
    return this.call(routes.create_queue, { ...input }, options) as Promise<CreateQueueAnswer>
  }

  /** Change, pause or resume a queue. Pausing holds its posts; resuming asks for late when the time of some has passed. What stands in it keeps its time. */
  updateQueue(input: UpdateQueueInput, options?: CallOptions): Promise<UpdateQueueAnswer> {
    return this.call(routes.update_queue, { ...input }, options) as Promise<UpdateQueueAnswer>
  }

  /** Delete a queue. Its posts stay on schedule at their times; resume it first when some are held. */
  async deleteQueue(input: DeleteQueueInput, options?: CallOptions): Promise<void> {
    await this.call(routes.delete_queue, { ...input }, options)
  }

  /** The snippets of the workspace by name: texts, hashtags, first comments, and templates whose fields schedule_post takes as they are. */
  listSnippets(input: ListSnippetsInput = {}, options?: CallOptions): Promise<ListSnippetsAnswer> {
    return this.call(routes.list_snippets, { ...input }, options) as Promise<ListSnippetsAnswer>
  }

  /** Keep words that are used again: a text, hashtags, a first comment, or a template of a whole post with its versions and options. */
  createSnippet(input: CreateSnippetInput, options?: CallOptions): Promise<CreateSnippetAnswer> {
    return this.call(routes.create_snippet, { ...input }, options) as Promise<CreateSnippetAnswer>
  }

  /** Change a snippet; what is left out stays. Posts that were written with it stay. */
  updateSnippet(input: UpdateSnippetInput, options?: CallOptions): Promise<UpdateSnippetAnswer> {
    return this.call(routes.update_snippet, { ...input }, options) as Promise<UpdateSnippetAnswer>
  }

  /** Delete a snippet. Posts that were written with it stay. */
  async deleteSnippet(input: DeleteSnippetInput, options?: CallOptions): Promise<void> {
    await this.call(routes.delete_snippet, { ...input }, options)
  }

  /** Repeat a post by a rule, with texts that take turns if wanted. Makes an ordinary post for each occurrence 14 days ahead. */
  createSeries(input: CreateSeriesInput, options?: CallOptions): Promise<CreateSeriesAnswer> {
    return this.call(routes.create_series, { ...input }, options) as Promise<CreateSeriesAnswer>
  }

  /** Series of posts, the latest first; without state those that have not ended. */
  listSeries(
    input: ListSeriesInput = {},
    options?: CallOptions,
  ): Pages<{
    id: number
    name: string
    state: 'active' | 'paused' | 'ended'
    why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
    rule: string
    /** By the clock of timezone; no occurrence comes before. */
    starts_at: string
    timezone: string
    /** As schedule_post takes it. */
    post: Record<string, unknown>
    /** Fields that replace those of post, in turn. */
    variations: Record<string, unknown>[]
    skip: string[]
    /** A rule without an end goes on until then; resume_series confirms another year. */
    confirmed_until: string | null
    /** Why what would be made by now is not. */
    waits_for: {
      code: string
      message: string
    } | null
    created_via: 'rest' | 'mcp' | 'dashboard'
    created_at: string
    updated_at: string
  }> {
    return pages(
      (at) =>
        this.call(routes.list_series, { ...input, ...at }, options) as Promise<
          PageOf<{
            id: number
            name: string
            state: 'active' | 'paused' | 'ended'
            why: 'asked' | 'failures' | 'unconfirmed' | 'complete' | 'credential_ended' | null
            rule: string
            /** By the clock of timezone; no occurrence comes before. */
            starts_at: string
            timezone: string
            /** As schedule_post takes it. */
            post: Record<string, unknown>
            /** Fields that replace those of post, in turn. */
            variations: Record<string, unknown>[]
            skip: string[]
            /** A rule without an end goes on until then; resume_series confirms another year. */
            confirmed_until: string | null
            /** Why what would be made by now is not. */
            waits_for: {
              code: string
              message: string
            } | null
            created_via: 'rest' | 'mcp' | 'dashboard'
            created_at: string
            updated_at: string
          }>
        >,
    )
  }

  /** A series with its next ten occurrences and their posts, and the last ten. */
  getSeries(input: GetSeriesInput, options?: CallOptions): Promise<GetSeriesAnswer> {
    return this.call(routes.get_series, { ...input }, options) as Promise<GetSeriesAnswer>
  }

  /** When a rule, or a series, comes next. Nothing is written. */
  previewSeries(
    input: PreviewSeriesInput = {},
    options?: CallOptions,
  ): Promise<PreviewSeriesAnswer> {
    return this.call(routes.preview_series, { ...input }, options) as Promise<PreviewSeriesAnswer>
  }

  /** Change one occurrence, or a series from now on. */
  updateSeries(input: UpdateSeriesInput, options?: CallOptions): Promise<UpdateSeriesAnswer> {
    return this.call(routes.update_series, { ...input }, options) as Promise<UpdateSeriesAnswer>
  }

  /** Make no more posts until resume_series; those that are made go out, or are cancelled. */
  pauseSeries(input: PauseSeriesInput, options?: CallOptions): Promise<PauseSeriesAnswer> {
    return this.call(routes.pause_series, { ...input }, options) as Promise<PauseSeriesAnswer>
  }

  /** Let a series go on: paused, ended with its credential, or to confirm another year. It is the caller’s from then on; what passed meanwhile is not made up for. */
  resumeSeries(input: ResumeSeriesInput, options?: CallOptions): Promise<ResumeSeriesAnswer> {
    return this.call(routes.resume_series, { ...input }, options) as Promise<ResumeSeriesAnswer>
  }

  /** Leave one occurrence out, and cancel its post; or take that back with undo. */
  skipOccurrence(input: SkipOccurrenceInput, options?: CallOptions): Promise<SkipOccurrenceAnswer> {
    return this.call(routes.skip_occurrence, { ...input }, options) as Promise<SkipOccurrenceAnswer>
  }

  /** End a series for good. Posts that are made go out, or are cancelled if nobody changed them. */
  endSeries(input: EndSeriesInput, options?: CallOptions): Promise<EndSeriesAnswer> {
    return this.call(routes.end_series, { ...input }, options) as Promise<EndSeriesAnswer>
  }

  /** Hold everything that is on schedule, of some accounts or of the whole workspace, until resume_publishing. Posts can be written and scheduled meanwhile. What is being sent at this moment goes on. */
  pausePublishing(
    input: PausePublishingInput = {},
    options?: CallOptions,
  ): Promise<PausePublishingAnswer> {
    return this.call(
      routes.pause_publishing,
      { ...input },
      options,
    ) as Promise<PausePublishingAnswer>
  }

  /** Let go what pause_publishing holds, of these accounts or of the whole workspace. With posts whose time has passed meanwhile it asks for late: publish them now, move them to the next open slots, or make drafts of them. */
  resumePublishing(
    input: ResumePublishingInput = {},
    options?: CallOptions,
  ): Promise<ResumePublishingAnswer> {
    return this.call(
      routes.resume_publishing,
      { ...input },
      options,
    ) as Promise<ResumePublishingAnswer>
  }

  /** The connected social accounts with their ids and health; the time zone of the workspace and the time there. Use the ids in social_account_ids. */
  getAccounts(input: GetAccountsInput = {}, options?: CallOptions): Promise<GetAccountsAnswer> {
    return this.call(routes.get_accounts, { ...input }, options) as Promise<GetAccountsAnswer>
  }

  /** The address at which a person connects this account again, and no other: give it to them. get_accounts tells when it is healthy. */
  reconnectAccount(
    input: ReconnectAccountInput,
    options?: CallOptions,
  ): Promise<ReconnectAccountAnswer> {
    return this.call(
      routes.reconnect_account,
      { ...input },
      options,
    ) as Promise<ReconnectAccountAnswer>
  }

  /** What options of a post may be on this account, by name and value: boards and sections on Pinterest, playlists and languages on YouTube, who may see it on TikTok; places by words where a post may name one. No options: nothing is to be chosen. */
  getAccountChoices(
    input: GetAccountChoicesInput,
    options?: CallOptions,
  ): Promise<GetAccountChoicesAnswer> {
    return this.call(
      routes.get_account_choices,
      { ...input },
      options,
    ) as Promise<GetAccountChoicesAnswer>
  }

  /** Whom a text may mention on this account, by the beginning of a name: people on Bluesky, Pages on Facebook. supported: false where the platform finds nobody; a handle that you know may be written all the same. */
  findPeople(input: FindPeopleInput, options?: CallOptions): Promise<FindPeopleAnswer> {
    return this.call(routes.find_people, { ...input }, options) as Promise<FindPeopleAnswer>
  }

  /** Disconnect a social account: Crier forgets how to reach it, and what is planned for it waits for a person. What was published stays. Connecting it again brings it back under the same id. */
  async disconnectAccount(input: DisconnectAccountInput, options?: CallOptions): Promise<void> {
    await this.call(routes.disconnect_account, { ...input }, options)
  }

  /** The account sets of the workspace by name. Use their ids in account_set_ids. */
  listAccountSets(
    input: ListAccountSetsInput = {},
    options?: CallOptions,
  ): Promise<ListAccountSetsAnswer> {
    return this.call(
      routes.list_account_sets,
      { ...input },
      options,
    ) as Promise<ListAccountSetsAnswer>
  }

  /** Give accounts that are often posted to together a name. */
  createAccountSet(
    input: CreateAccountSetInput,
    options?: CallOptions,
  ): Promise<CreateAccountSetAnswer> {
    return this.call(
      routes.create_account_set,
      { ...input },
      options,
    ) as Promise<CreateAccountSetAnswer>
  }

  /** Rename an account set, or replace its accounts. Posts that were written before stay. */
  updateAccountSet(
    input: UpdateAccountSetInput,
    options?: CallOptions,
  ): Promise<UpdateAccountSetAnswer> {
    return this.call(
      routes.update_account_set,
      { ...input },
      options,
    ) as Promise<UpdateAccountSetAnswer>
  }

  /** Delete an account set. Its accounts and posts stay. */
  async deleteAccountSet(input: DeleteAccountSetInput, options?: CallOptions): Promise<void> {
    await this.call(routes.delete_account_set, { ...input }, options)
  }

  /** The labels of the workspace’s posts, the commonest first, with how many posts have them. */
  listLabels(input: ListLabelsInput = {}, options?: CallOptions): Promise<ListLabelsAnswer> {
    return this.call(routes.list_labels, { ...input }, options) as Promise<ListLabelsAnswer>
  }

  /** Write another label in the place of one, on posts in any state; one that is there already takes the posts in. A UTM template goes along, unless the new label has its own. */
  renameLabel(input: RenameLabelInput, options?: CallOptions): Promise<RenameLabelAnswer> {
    return this.call(routes.rename_label, { ...input }, options) as Promise<RenameLabelAnswer>
  }

  /** Take a label off all posts, with its UTM template. The posts stay as they are otherwise. */
  deleteLabel(input: DeleteLabelInput, options?: CallOptions): Promise<DeleteLabelAnswer> {
    return this.call(routes.delete_label, { ...input }, options) as Promise<DeleteLabelAnswer>
  }

  /** The query parameters, such as utm_source, that are put on the links of posts when they are written: one template for the workspace, and one for each label that has its own. */
  getUtmTemplates(
    input: GetUtmTemplatesInput = {},
    options?: CallOptions,
  ): Promise<GetUtmTemplatesAnswer> {
    return this.call(
      routes.get_utm_templates,
      { ...input },
      options,
    ) as Promise<GetUtmTemplatesAnswer>
  }

  /** Replace the UTM templates. They are put on links of posts that are written from now on; what was written before goes out as it is. */
  setUtmTemplates(
    input: SetUtmTemplatesInput,
    options?: CallOptions,
  ): Promise<SetUtmTemplatesAnswer> {
    return this.call(
      routes.set_utm_templates,
      { ...input },
      options,
    ) as Promise<SetUtmTemplatesAnswer>
  }

  /** The calendar addresses of the workspace, without the addresses themselves. */
  listCalendars(
    input: ListCalendarsInput = {},
    options?: CallOptions,
  ): Promise<ListCalendarsAnswer> {
    return this.call(routes.list_calendars, { ...input }, options) as Promise<ListCalendarsAnswer>
  }

  /** Make an address at which programs for calendars read what is planned (iCalendar). Whoever has it reads along, as far as whoever made it does, until revoke_calendar. It is shown this once only. */
  createCalendar(input: CreateCalendarInput, options?: CallOptions): Promise<CreateCalendarAnswer> {
    return this.call(routes.create_calendar, { ...input }, options) as Promise<CreateCalendarAnswer>
  }

  /** End a calendar address: it answers 404 from now on. */
  async revokeCalendar(input: RevokeCalendarInput, options?: CallOptions): Promise<void> {
    await this.call(routes.revoke_calendar, { ...input }, options)
  }

  /** What people see below a link: title, description, site and picture, as its page tells them. A page is read once a day at most. */
  previewLink(input: PreviewLinkInput, options?: CallOptions): Promise<PreviewLinkAnswer> {
    return this.call(routes.preview_link, { ...input }, options) as Promise<PreviewLinkAnswer>
  }

  /** What this workspace may do: plan and limits, the options of each platform as JSON Schema, and its rules for text and media. */
  getCapabilities(
    input: GetCapabilitiesInput = {},
    options?: CallOptions,
  ): Promise<GetCapabilitiesAnswer> {
    return this.call(
      routes.get_capabilities,
      { ...input },
      options,
    ) as Promise<GetCapabilitiesAnswer>
  }

  /** Counts at a glance: posts charged this month against the limit, posts by status, deliveries by outcome, and how many posts are being published now. */
  getStats(input: GetStatsInput = {}, options?: CallOptions): Promise<GetStatsAnswer> {
    return this.call(routes.get_stats, { ...input }, options) as Promise<GetStatsAnswer>
  }

  /** How posts did in a window of days: totals beside the window before, by platform, by account, day by day, and the strongest posts. Null means that a platform does not tell a number; incomplete says what sums lack. */
  getAnalytics(input: GetAnalyticsInput = {}, options?: CallOptions): Promise<GetAnalyticsAnswer> {
    return this.call(routes.get_analytics, { ...input }, options) as Promise<GetAnalyticsAnswer>
  }

  /** Numbers day by day as columns, for charts: of everything, and of each platform or account, beside those of the window before or of a year before. Null is a day that was not told. */
  getAnalyticsTimelines(
    input: GetAnalyticsTimelinesInput = {},
    options?: CallOptions,
  ): Promise<GetAnalyticsTimelinesAnswer> {
    return this.call(
      routes.get_analytics_timelines,
      { ...input },
      options,
    ) as Promise<GetAnalyticsTimelinesAnswer>
  }

  /** How each post did that was first published in a window of days: its numbers since then, whole and by account, sorted by any of them. Null means not told. */
  listPostAnalytics(
    input: ListPostAnalyticsInput = {},
    options?: CallOptions,
  ): Promise<ListPostAnalyticsAnswer> {
    return this.call(
      routes.list_post_analytics,
      { ...input },
      options,
    ) as Promise<ListPostAnalyticsAnswer>
  }

  /** How posts did by the weekday and hour at which they were published, where the workspace is: the median and how many posts it is of. Hours without posts are left out; trust none with few. */
  getBestTimes(input: GetBestTimesInput = {}, options?: CallOptions): Promise<GetBestTimesAnswer> {
    return this.call(routes.get_best_times, { ...input }, options) as Promise<GetBestTimesAnswer>
  }

  /** How many people follow each account, and what else its platform counts of it: as it stands, how it changed in a window of days, and day by day. Null means not told; a day without numbers is left out. */
  getAudience(input: GetAudienceInput = {}, options?: CallOptions): Promise<GetAudienceAnswer> {
    return this.call(routes.get_audience, { ...input }, options) as Promise<GetAudienceAnswer>
  }

  /** What happened, in order: posts, deliveries, accounts, media, and who did what. Go on with the cursor as after; with wait it answers as soon as something happens. */
  listEvents(
    input: ListEventsInput = {},
    options?: CallOptions,
  ): Feed<ListEventsAnswer['data'][number]> {
    return feed(
      (at) =>
        this.call(routes.list_events, { ...input, ...at }, options) as Promise<ListEventsAnswer>,
      { ...input, ...options },
    )
  }

  /** Who did what to which thing, the latest first: people, keys, apps, and Crier itself. Go on with before. */
  listActivity(input: ListActivityInput = {}, options?: CallOptions): Promise<ListActivityAnswer> {
    return this.call(routes.list_activity, { ...input }, options) as Promise<ListActivityAnswer>
  }

  /** The webhooks of the workspace, and how they fare. Their secrets are not told. */
  listWebhooks(input: ListWebhooksInput = {}, options?: CallOptions): Promise<ListWebhooksAnswer> {
    return this.call(routes.list_webhooks, { ...input }, options) as Promise<ListWebhooksAnswer>
  }

  /** Be called when something happens, from now on. The secret that calls are signed with is shown this once only. */
  createWebhook(input: CreateWebhookInput, options?: CallOptions): Promise<CreateWebhookAnswer> {
    return this.call(routes.create_webhook, { ...input }, options) as Promise<CreateWebhookAnswer>
  }

  /** Change a webhook, or switch it off and on. Switched on it goes on at the present; what died meanwhile (dead) goes out again by redeliver. Fields that are not sent stay. */
  updateWebhook(
    input: UpdateWebhookInput = {},
    options?: CallOptions,
  ): Promise<UpdateWebhookAnswer> {
    return this.call(routes.update_webhook, { ...input }, options) as Promise<UpdateWebhookAnswer>
  }

  /** Delete a webhook with its sends; nothing is called any more. */
  async deleteWebhook(input: DeleteWebhookInput = {}, options?: CallOptions): Promise<void> {
    await this.call(routes.delete_webhook, { ...input }, options)
  }

  /** Send a webhook.test to a webhook; list_webhook_sends tells how it came out. */
  testWebhook(input: TestWebhookInput = {}, options?: CallOptions): Promise<TestWebhookAnswer> {
    return this.call(routes.test_webhook, { ...input }, options) as Promise<TestWebhookAnswer>
  }

  /** Give a webhook a new secret, shown this once only. For a day calls are signed with the old one too, also when it is changed once more meanwhile. */
  rotateWebhookSecret(
    input: RotateWebhookSecretInput = {},
    options?: CallOptions,
  ): Promise<RotateWebhookSecretAnswer> {
    return this.call(
      routes.rotate_webhook_secret,
      { ...input },
      options,
    ) as Promise<RotateWebhookSecretAnswer>
  }

  /** The calls of a webhook, the latest first: what was sent, and what was answered. */
  listWebhookSends(
    input: ListWebhookSendsInput = {},
    options?: CallOptions,
  ): Pages<{
    id: string
    /** Its webhook-id; null once the event is forgotten. */
    event_id: string | null
    type:
      | 'post.created'
      | 'post.scheduled'
      | 'post.updated'
      | 'post.awaiting_approval'
      | 'post.approved'
      | 'post.declined'
      | 'post.cancelled'
      | 'post.deleted'
      | 'post.restored'
      | 'post.published'
      | 'post.partial'
      | 'post.failed'
      | 'post.at_risk'
      | 'delivery.published'
      | 'delivery.failed'
      | 'delivery.blocked'
      | 'delivery.retried'
      | 'delivery.updated'
      | 'delivery.removed'
      | 'delivery.removal_failed'
      | 'delivery.edited'
      | 'delivery.edit_failed'
      | 'account.connected'
      | 'account.expiring'
      | 'account.needs_reconnect'
      | 'account.disconnected'
      | 'media.created'
      | 'media.changed'
      | 'media.deleted'
      | 'schedule.changed'
      | 'series.created'
      | 'series.changed'
      | 'series.paused'
      | 'series.resumed'
      | 'series.ended'
      | 'member.joined'
      | 'member.changed'
      | 'member.removed'
      | 'webhook.test'
      | 'webhook.disabled'
      | 'webhook.dead'
      | 'audit.key_created'
      | 'audit.key_changed'
      | 'audit.key_revoked'
      | 'audit.member_invited'
      | 'audit.invitation_withdrawn'
      | 'audit.member_joined'
      | 'audit.member_changed'
      | 'audit.member_removed'
      | 'audit.grant_given'
      | 'audit.grant_changed'
      | 'audit.grant_ended'
      | 'audit.webhook_created'
      | 'audit.webhook_changed'
      | 'audit.webhook_deleted'
      | 'audit.setting_changed'
      | null
    post_id: number | null
    /** dead: given up. */
    state: 'waiting' | 'sending' | 'delivered' | 'dead'
    tries: number
    /** When a waiting one goes out next. */
    due_at: string
    last_at: string | null
    last_status: number | null
    last_error: string | null
    /** How long the last call took. */
    ms: number | null
    /** How the last answer began, up to 1 KB. */
    answer: string | null
    created_at: string
  }> {
    return pages(
      (at) =>
        this.call(routes.list_webhook_sends, { ...input, ...at }, options) as Promise<
          PageOf<{
            id: string
            /** Its webhook-id; null once the event is forgotten. */
            event_id: string | null
            type:
              | 'post.created'
              | 'post.scheduled'
              | 'post.updated'
              | 'post.awaiting_approval'
              | 'post.approved'
              | 'post.declined'
              | 'post.cancelled'
              | 'post.deleted'
              | 'post.restored'
              | 'post.published'
              | 'post.partial'
              | 'post.failed'
              | 'post.at_risk'
              | 'delivery.published'
              | 'delivery.failed'
              | 'delivery.blocked'
              | 'delivery.retried'
              | 'delivery.updated'
              | 'delivery.removed'
              | 'delivery.removal_failed'
              | 'delivery.edited'
              | 'delivery.edit_failed'
              | 'account.connected'
              | 'account.expiring'
              | 'account.needs_reconnect'
              | 'account.disconnected'
              | 'media.created'
              | 'media.changed'
              | 'media.deleted'
              | 'schedule.changed'
              | 'series.created'
              | 'series.changed'
              | 'series.paused'
              | 'series.resumed'
              | 'series.ended'
              | 'member.joined'
              | 'member.changed'
              | 'member.removed'
              | 'webhook.test'
              | 'webhook.disabled'
              | 'webhook.dead'
              | 'audit.key_created'
              | 'audit.key_changed'
              | 'audit.key_revoked'
              | 'audit.member_invited'
              | 'audit.invitation_withdrawn'
              | 'audit.member_joined'
              | 'audit.member_changed'
              | 'audit.member_removed'
              | 'audit.grant_given'
              | 'audit.grant_changed'
              | 'audit.grant_ended'
              | 'audit.webhook_created'
              | 'audit.webhook_changed'
              | 'audit.webhook_deleted'
              | 'audit.setting_changed'
              | null
            post_id: number | null
            /** dead: given up. */
            state: 'waiting' | 'sending' | 'delivered' | 'dead'
            tries: number
            /** When a waiting one goes out next. */
            due_at: string
            last_at: string | null
            last_status: number | null
            last_error: string | null
            /** How long the last call took. */
            ms: number | null
            /** How the last answer began, up to 1 KB. */
            answer: string | null
            created_at: string
          }>
        >,
    )
  }

  /** Make one call of a webhook again, under the same webhook-id. */
  redeliverSend(
    input: RedeliverSendInput = {},
    options?: CallOptions,
  ): Promise<RedeliverSendAnswer> {
    return this.call(routes.redeliver_send, { ...input }, options) as Promise<RedeliverSendAnswer>
  }

  /** Make the calls of a webhook again for what happened in a time: those that died (default), those that were delivered, or what was missed while it was off or not there yet. */
  redeliverWebhook(
    input: RedeliverWebhookInput,
    options?: CallOptions,
  ): Promise<RedeliverWebhookAnswer> {
    return this.call(
      routes.redeliver_webhook,
      { ...input },
      options,
    ) as Promise<RedeliverWebhookAnswer>
  }

  /** The live API keys of the workspace, masked. */
  listApiKeys(input: ListApiKeysInput = {}, options?: CallOptions): Promise<ListApiKeysAnswer> {
    return this.call(routes.list_api_keys, { ...input }, options) as Promise<ListApiKeysAnswer>
  }

  /** Create an API key. The token is shown this once only. */
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Promise<CreateApiKeyAnswer> {
    return this.call(routes.create_api_key, { ...input }, options) as Promise<CreateApiKeyAnswer>
  }

  /** Rename an API key, pause or resume it, or change its leash; in force from the next request on. Fields that are not sent stay as they are. */
  updateApiKey(input: UpdateApiKeyInput = {}, options?: CallOptions): Promise<ApiKey> {
    return this.call(routes.update_api_key, { ...input }, options) as Promise<ApiKey>
  }

  /** Revoke an API key; it is invalid from the next request on. */
  async revokeApiKey(input: RevokeApiKeyInput = {}, options?: CallOptions): Promise<void> {
    await this.call(routes.revoke_api_key, { ...input }, options)
  }
}
