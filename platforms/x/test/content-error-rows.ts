/** What X says of a post or a file, and what becomes of it; the tests walk it. */
import { problem, PROBLEMS, type Row } from './testing.ts'

/** To a post. */
export const ofPosts: readonly Row[] = [
  {
    name: 'a generic 403',
    reply: problem(403, 'Forbidden'),
    outcome: 'rejected forbidden',
  },
  {
    name: 'a missing permission',
    reply: problem(403, 'You are not permitted to perform this action.'),
    outcome: 'rejected forbidden',
  },
  {
    name: 'a duplicate',
    reply: problem(403, 'You are not allowed to create a Tweet with duplicate content.'),
    outcome: 'rejected duplicate_content',
  },
  {
    name: 'a duplicate with the old code',
    reply: { status: 403, json: { errors: [{ code: 187, message: 'Status is a duplicate.' }] } },
    outcome: 'rejected duplicate_content',
  },
  {
    name: 'a reply that is not allowed',
    reply: problem(
      403,
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    ),
    outcome: 'rejected comments_not_allowed',
  },
  {
    name: 'a reply to a deleted post',
    reply: problem(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
    outcome: 'rejected not_found',
  },
  {
    name: 'a text that is too long',
    reply: problem(
      400,
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    ),
    outcome: 'rejected text_too_long',
  },
  {
    name: 'a text that is too long, in the newer words',
    reply: problem(403, '[186] Tweet needs to be a bit shorter.'),
    outcome: 'rejected text_too_long',
  },
  {
    name: 'too many media',
    reply: problem(400, 'One or more parameters to your request was invalid.', {
      errors: [{ message: 'media_ids array must have at most 4 items', parameters: {} }],
    }),
    outcome: 'rejected too_many_media',
  },
  {
    name: 'bad media ids',
    reply: problem(400, 'One or more parameters to your request was invalid.', {
      errors: [
        { message: 'Your media IDs are invalid.', parameters: { 'media.media_ids': ['1'] } },
      ],
    }),
    outcome: 'rejected media_not_there',
  },
  {
    name: 'an unknown field',
    reply: problem(400, 'The body parameter [x] is not one of [text].', {
      type: `${PROBLEMS}/invalid-request`,
    }),
    outcome: 'rejected invalid_request',
  },
  {
    name: 'a video that is too long',
    reply: problem(403, 'This user is not allowed to post a video longer than 2 minutes.'),
    outcome: 'rejected video_duration',
  },
  {
    name: 'two cashtags',
    reply: problem(403, 'Posts are limited to one cashtag.'),
    outcome: 'rejected too_many_cashtags',
  },
]

/** To an upload. */
export const ofUploads: readonly Row[] = [
  {
    name: 'a token without media.write',
    reply: problem(403, 'Forbidden'),
    outcome: 'reconnect missing_scope account',
  },
  { name: 'a lost session', reply: problem(404, 'Not Found'), outcome: 'later upload_lost' },
  {
    name: 'a session it no longer knows',
    reply: problem(400, 'The media id is invalid.'),
    outcome: 'later upload_lost',
  },
  {
    name: 'a file of the wrong kind',
    reply: problem(400, 'Unsupported media type.'),
    outcome: 'rejected media_rejected',
  },
  {
    name: 'a file that is too large',
    reply: problem(413, 'Too large'),
    outcome: 'rejected media_too_large',
  },
  {
    name: 'a failure of the server',
    reply: { status: 500 },
    outcome: 'later server_error',
  },
]
