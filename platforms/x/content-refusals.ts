import type { Row } from '../kit/refusals.ts'

const MEDIA_ID = /media[ _.]?ids?\b.*\binvalid|invalid\b.*\bmedia[ _.]?ids?\b/i

/** X refuses what is asked. What names no words is what remains when X gives no reason. */
export const contentRefusals: readonly Row[] = [
  {
    on: [
      { status: [400, 403], code: [187] },
      { status: [400, 403], words: /duplicate content|status is a duplicate/i },
    ],
    kind: 'rejected',
    code: 'duplicate_content',
    message:
      'X refuses a text that this account posted a short while ago. Change the text, or post it later.',
  },
  {
    on: {
      status: [403],
      words: /reply to this conversation is not allowed|mentioned or otherwise engaged/i,
    },
    kind: 'rejected',
    code: 'comments_not_allowed',
    message:
      'X does not let this app reply here. Leave out the first comment, or write it on x.com.',
  },
  {
    on: { status: [400, 403, 404], words: /attempted to reply to .*(deleted|not visible)/i },
    kind: 'rejected',
    code: 'not_found',
    message: 'The post to comment on is no longer there.',
  },
  {
    on: [
      { status: [400, 403], code: [186] },
      { status: [400, 403], words: /text is too long|needs to be a bit shorter/i },
    ],
    kind: 'rejected',
    code: 'text_too_long',
    message:
      'The text is too long for X. Shorten it; a link counts 23, an emoji or a CJK letter 2.',
  },
  {
    on: { status: [400, 403], words: /not allowed to post a video longer/i },
    kind: 'rejected',
    code: 'video_duration',
    message: 'The video is longer than X allows this account. Shorten it.',
  },
  {
    on: { status: [400, 403], words: /cashtag/i },
    kind: 'rejected',
    code: 'too_many_cashtags',
    message: 'X takes one cashtag ($TICKER) per post from apps. Leave out the others.',
  },
  {
    on: { status: [400], words: /at most \d+ items?/i },
    kind: 'rejected',
    code: 'too_many_media',
    message: 'X takes up to four images, or one GIF, or one video per post. Leave out the others.',
  },
  {
    on: { status: [400, 403, 404], purpose: ['prepare'], words: MEDIA_ID },
    kind: 'later',
    code: 'upload_lost',
    message: 'X has lost the upload; the media will be sent again.',
  },
  {
    on: { status: [400, 403], words: MEDIA_ID },
    kind: 'rejected',
    code: 'media_not_there',
    message: 'X does not know the uploaded media (any longer). Publish the post again.',
  },
  {
    on: { status: [403], purpose: ['prepare'] },
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message: 'X does not let us upload media for this account. Connect it again and allow uploads.',
  },
  {
    on: { status: [404], purpose: ['prepare'] },
    kind: 'later',
    code: 'upload_lost',
    message: 'X has lost the upload; the media will be sent again.',
  },
  {
    on: { status: [400], purpose: ['prepare'] },
    kind: 'rejected',
    code: 'media_rejected',
    message: 'X cannot use this media file or its alt text. The words of X may say why.',
  },
]
