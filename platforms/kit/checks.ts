/**
 * Every sentence by which the check of a post says what is wrong or worth a look: what is in braces is measured, or what the
 * sentence is about. Its name and these values are told beside it, for whoever says it in another language.
 */

/** Of the post, its accounts and its files. */
const POST = {
  account_unknown: 'There is no such connected account.',
  account_inactive:
    'Reconnect {account} on {platform} at reconnect_url, or choose another account.',
  account_to_reconnect: '{account} on {name} must be reconnected before it can publish.',
  platform_idle:
    'platform_options.{platform} was kept and does nothing: no account of this post is there.',
  media_unknown: 'There is no such media item.',
  media_audio: 'Audio can not be attached to a post.',
  media_gone:
    'Take {file} (media {media_id}) out of the post, or upload it again: it was deleted, and its file is gone.',
  media_deleted:
    '{file} (media {media_id}) was deleted from the library; this post keeps it until it is taken out.',
  no_preview: 'There is no preview of {url}: its page could not be read.',
  no_preview_late: 'There is no preview of {url}: its page did not come in time.',
} as const

/** Of its texts. */
const TEXTS = {
  text_over: '{who} takes at most {limit} {unit}; this has {measured}.',
  text_long: '{who} is best at {limit} {unit} at most; this has {measured}.',
  text_missing: '{who} needs a text.',
  text_left_out: '{who} carries no text; it is left out there.',
  comment_left_out: '{who} has no first comment; it is left out there.',
  comment_not_permitted:
    '{who} was connected without the permission for comments; the first one is left out.',
  comment_closed:
    '{who} takes no comments below a video that is private or made for kids; the first one is left out.',
  thread_none:
    '{who} has no threads: send thread_as: join, or a thread of its own in platform_content ([] for none).',
  thread_or_comments:
    '{who} has no threads: send thread_as: join or comments, or a thread of its own in platform_content ([] for none).',
  thread_not_permitted: '{who} was connected without the permission for comments.',
  thread_closed: '{who} takes no comments below a video that is private or made for kids.',
  thread_files: '{who} takes no files in comments.',
  thread_of_days:
    '{who} takes at most {limit} posts in 24 hours; this thread has {measured} parts.',
  thread_twice: '{who} takes no text twice; an earlier part says this.',
} as const

/** Of its files. */
const MEDIA = {
  media_missing: '{who} takes no post without media: {families}.',
  media_captions: '{who} takes no captions.',
  media_captions_left_out: '{who} takes no captions; they are left out there.',
  media_type: '{who} does not take {type} ({file}).',
  media_converted: '{who} gets {file} as a JPEG.',
  media_shrunk: '{who} gets {file} as a JPEG of {limit} pixels on the shorter side.',
  media_bytes: '{who} takes at most {limit} bytes of {type}; {file} has {measured} bytes.',
  media_bytes_least: '{who} takes at least {limit} bytes; {file} has {measured} bytes.',
  media_short_side:
    '{who} takes at most {limit} pixels on the shorter side; {file} has {width} × {height}.',
  media_seconds_least: '{who} takes at least {limit} s; {file} has {measured} s.',
  media_seconds: '{who} takes at most {limit} s; {file} has {measured} s.',
  media_width_least: '{who} takes at least {limit} pixels wide; {file} has {width} × {height}.',
  media_height_least: '{who} takes at least {limit} pixels high; {file} has {width} × {height}.',
  media_sides_least:
    '{who} takes at least {limit} pixels wide and {limit_height} pixels high; {file} has {width} × {height}.',
  media_width: '{who} takes at most {limit} pixels wide; {file} has {width} × {height}.',
  media_height: '{who} takes at most {limit} pixels high; {file} has {width} × {height}.',
  media_sides:
    '{who} takes at most {limit} pixels wide and {limit_height} pixels high; {file} has {width} × {height}.',
  media_pixels: '{who} takes at most {limit} pixels; {file} has {measured} ({width} × {height}).',
  media_ratio:
    '{who} takes width to height from {least} to {limit}; {file} has {measured} ({width} × {height}). Crop it.',
  media_ratio_best: '{who} is best at {limit}; {file} has {measured}.',
  media_pages: '{who} takes documents of at most {limit} pages; this has {measured}.',
  media_seconds_here:
    '{who} takes videos of at most {limit} s from this account; this has {measured} s.',
  media_frames: '{who} takes videos of {least} to {limit} frames a second; this has {measured}.',
  media_alt_text: '{who} takes at most {limit} characters of alt text.',
  media_many: '{who} takes at most {limit} of {types}; this has {measured}.',
  media_many_together: '{who} takes at most {limit} files together; this has {measured}.',
  media_mixed: '{who} does not mix kinds of media in one post.',
  captions_unnamed:
    '{who} has to know the language of these captions: tell it in its option captions.',
} as const

/** Of what a platform is told besides. */
const OPTIONS = {
  option_with_media: '{who} takes {option} in posts without media only.',
  option_elsewhere: '{who} takes {option} in other posts only.',
  option_left_out:
    '{who} leaves {option} to whoever finishes the draft there; what this post says of it is left out.',
  mentions_absent: '{who} mentions who stands in the text; {names} does not.',
  mentions_alike: '{who} cannot tell whose name {name} is: the option says it of two.',
  mentions_over:
    '{who} takes at most {limit} characters, and may count mentions as they are sent, with whose they are; this has {measured}.',
  mentions_in_video: '{who} mentions Pages in texts, links and photos; this is a video.',
  place_in_video: '{who} names places on texts, links and photos; this is a video.',
  tags_in_carousel: '{who} tags people on a single picture or video; this is a carousel.',
  cover_without_reel: '{who} has covers for reels only, which are single videos.',
  cover_twice: '{who} takes its cover from cover_url and passes over thumb_offset: say one.',
  trial_without_reel: '{who} tries reels only, which are single videos.',
  trial_collaborators: '{who} has no collaborators in a trial reel.',
  trial_in_feed: '{who} shows no trial reel in the feed.',
  page_connections:
    '{who} is a Page, which has no connections: its posts are for everyone. Set visibility to PUBLIC.',
  board_twice: '{who} is told the board twice: say board or board_id.',
  section_twice: '{who} is told the section twice: say section or board_section_id.',
  board_unknown:
    '{who} has no board called {board}; it has {boards}. Where that has changed since, get_account_choices with refresh reads them anew.',
  boards_alike:
    '{who} has {measured} boards called {board}: name it by board_id, which get_account_choices tells.',
  playlist_twice: '{who} is told the playlist twice: say playlist or playlist_id.',
  playlist_unknown:
    '{who} has no playlist called {playlist}; it has {playlists}. Where that has changed since, get_account_choices with refresh reads them anew.',
  playlists_alike:
    '{who} has {measured} playlists called {playlist}: name it by playlist_id, which get_account_choices tells.',
  poll_or_card: '{who} shows a poll or a link card, not both.',
  poll_or_long_text: '{who} shows a poll or a long text, not both.',
  link_twice: '{who} shows one link: that of the post or that of its long text.',
  nothing_to_hide: '{who} has no picture or video to hide here.',
  spoiler_absent: '{who} hides what stands in the text; “{passage}” does not.',
  spoiler_uncounted:
    '{who} cannot be told where “{passage}” stands: up to its end the text may have plain letters, digits and signs (ASCII) only, since Threads does not say how it counts others.',
  spoilers_over:
    '{who} hides at most {limit} places; these passages stand in {measured} places of the text.',
  links_with_card:
    '{who} takes at most {limit} different links, that of its card or long text among them; this has {measured}.',
  drafts_not_permitted:
    '{who} was connected without the permission for drafts (video.upload): name it in TIKTOK_SCOPES where the app has it, and connect the account again.',
  privacy_not_offered:
    '{who} may not use {level}; TikTok offers this account {levels}. If that has changed since, get_account_choices with refresh reads it anew.',
  partnership_private:
    '{who} shows a paid partnership to others only: choose another privacy_level than SELF_ONLY.',
  cover_time_of_photos: '{who} has covers by time for videos only; this has photos.',
  cover_number_over: '{who} counts photos from 0 to {limit}; this is {measured}.',
  title_without_video: '{who} has titles for videos only.',
  feed_without_reel: '{who} asks of reels only whether they stand in the feed, too.',
  title_of_video: '{who} has titles for photos only; what a video says is its content.',
  music_of_video: '{who} adds music to photos only.',
  cover_number_of_video: '{who} has covers by number for photos only; this has a video.',
  cover_time_over: '{who} has a video of {limit} s here; the cover is at {measured} s.',
  captions_absent: '{who} needs {media_id} among the files of the post, too: add it to media_ids.',
  captions_type: '{who} takes .srt and .vtt as captions; {media_id} is {type}.',
  captions_alike: '{who} has captions of one language and name once: give these another name.',
} as const

/** Of the value of one option, as its schema says it. */
const VALUES = {
  value_missing: 'This field is required.',
  value_unknown: 'There is no such field.',
  value_text: 'Use a text.',
  value_number: 'Use a number.',
  value_whole: 'Use a whole number.',
  value_boolean: 'Use true or false.',
  value_list: 'Use a list.',
  value_object: 'Use an object.',
  value_null: 'Use null.',
  value_kind: 'Use another kind of value.',
  value_other: 'Use another value.',
  value_one_of: 'Use {allowed}.',
  value_moment: 'Use an ISO 8601 time, such as 2026-11-20T09:00:00Z.',
  value_date: 'Use a date, such as 2026-11-20.',
  value_url: 'Use a whole address, beginning with https://.',
  value_uuid: 'Use an id as it was given.',
  value_email: 'Use one e-mail address.',
  value_form: 'This is not written as it should be.',
  value_most: 'At most {limit}.',
  value_least: 'At least {limit}.',
  value_most_of: 'At most {limit} {unit}.',
  value_least_of: 'At least {limit} {unit}.',
  value_multiple: 'Use a multiple of {limit}.',
  language_tag: 'must be a language tag such as en or pt-BR',
  language_tag_of_place: 'must be a language tag such as en-US',
  quoted_address: 'must be the address of a post, such as https://bsky.app/profile/…/post/…',
  page_mention: 'must be a name and the number of its Page: Analytical Engines (105000000000003)',
  member_mention:
    'must be a name and whose it is: Analytical Engines (urn:li:organization:2414183)',
  time_of_day: 'must be a time such as 18:30',
  event_needed: 'is needed by EVENT',
  offer_needs_event: 'is needed by OFFER',
  event_not_of_update: 'belongs to EVENT and OFFER',
  offer_only: 'belongs to OFFER',
  button_of_offer: 'is not shown with an offer',
  button_address: 'CALL takes no url, all others need one',
  event_ends_early: 'ends before it starts',
  series_ends_early: 'lies before the first one',
  days_of_week_only: 'days_of_week belongs to WEEKLY',
  day_of_month_only: 'day_of_month and day_of_week_occurrence belong to MONTHLY',
  monthly_needs_day: 'MONTHLY needs day_of_month or day_of_week_occurrence, and not both',
  tagged_person: 'must be a username, or a username and its place, such as ada 0.5 0.8',
  board_number: 'The number of a board, as text.',
  section_number: 'The number of a section, as text.',
  category_number: 'The number of a category, as text.',
  playlist_id: 'The id of a playlist, such as PL… in its address.',
  angle_brackets: 'YouTube takes no < or > here.',
  tags_together: 'All tags together have at most 500 characters.',
  title_over: 'At most 100 characters.',
} as const

export const CHECKS = { ...POST, ...TEXTS, ...MEDIA, ...OPTIONS, ...VALUES } as const
export type Check = keyof typeof CHECKS

export type Value = string | number | string[]

/** The names in braces. */
type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never

/** Who is spoken of: a platform and, as which kind of post it would take it (`reel`). */
export interface Who {
  who: string
  as?: string
}

/** What a check needs besides who says it. */
export type ValuesOf<Name extends Check> = Record<
  Exclude<Places<(typeof CHECKS)[Name]>, 'who'>,
  Value
>

export interface Said {
  text: string
  check: Check
  values: Record<string, Value>
}

export function say<Name extends Check>(check: Name, values: ValuesOf<Name>, who?: Who): Said {
  const all: Record<string, Value> = { ...who, ...values }
  const text = CHECKS[check].replace(/\{(\w+)\}/g, (_, place: string) => shown(place, all))
  return { text, check, values: all }
}

/** By its words, of those that have nothing measured in them. */
export function checkOf(text: string): Check | undefined {
  return fixed.get(text)
}

const fixed = new Map<string, Check>(
  Object.entries(CHECKS).flatMap(([name, text]) =>
    isCheck(name) && !text.includes('{') ? [[text, name] as const] : [],
  ),
)

function isCheck(name: string): name is Check {
  return Object.hasOwn(CHECKS, name)
}

function shown(place: string, values: Readonly<Record<string, Value>>) {
  const value = values[place] ?? ''
  const text = typeof value === 'object' ? value.join(', ') : String(value)
  return place === 'who' && values['as'] !== undefined
    ? `${text} as a ${String(values['as'])}`
    : text
}
