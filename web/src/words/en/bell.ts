/** English: what the bell opens. */
import { number, plural, type Value } from '../format.ts'
import type { Tell } from '../notices.ts'

export const words = {
  times: (n: number) => plural(n, { one: 'time', other: 'times' }),
  readAll: 'Mark all as read',
  none: 'Nothing to tell. What needs you is told here.',
  preferences: 'What is mailed, and when',
  notRead: ', not read',
  reconnect: (account: Value, platform: Value) => `Reconnect ${account} on ${platform}`,
  anAccount: 'an account',
  more: (n: number) => `and ${n} more`,
  noWords: (id: Value) => `Post ${id}`,
  settled: 'Settled',
  account: (name: string | null, platform: string) =>
    name === null ? `An account on ${platform}` : `“${name}” on ${platform}`,
  place: (platform: string, names: string) => `${platform} (${names})`,
  quoted: (name: string) => `“${name}”`,
  told: {
    decision: ({ n, places }) => ({
      title: n === 1 ? 'A post waits for your answer' : `${number(n)} posts wait for your answer`,
      line: `The answer of ${places} was lost, and nobody but a person can tell whether ${n === 1 ? 'the post is' : 'the posts are'} there. Nothing is sent again before somebody answers.`,
    }),
    maybe_twice: ({ n, places }) => ({
      title: n === 1 ? 'A post may be there twice' : `${number(n)} posts may be there twice`,
      line: `${places}: an answer was lost, ${n === 1 ? 'the post was' : 'the posts were'} sent once more, and now two are shown that say the same. Look at both, and take one down if it is ours.`,
    }),
    reconnect: ({ n, who, platform, places }) => ({
      title:
        n === 1
          ? `${who} has to be connected again`
          : `${number(n)} accounts on ${platform} have to be connected again`,
      line: `${places}: the platform takes our access no longer. Posts for ${n === 1 ? 'it' : 'them'} wait or fail until somebody connects ${n === 1 ? 'it' : 'them'} again.`,
    }),
    removal_failed: ({ n, places, why }) => ({
      title:
        n === 1 ? 'A post could not be taken down' : `${number(n)} posts could not be taken down`,
      line: `${places}: ${why}. As far as anybody knows ${n === 1 ? 'it is' : 'they are'} still there: take ${n === 1 ? 'it' : 'them'} down there, or ask again.`,
    }),
    edit_failed: ({ n, places, why }) => ({
      title:
        n === 1
          ? 'A post could not be changed where it is out'
          : `${number(n)} posts could not be changed where they are out`,
      line: `${places}: ${why}.`,
    }),
    at_risk: ({ n, places, why }) => ({
      title:
        n === 1
          ? 'A post on schedule may not go out'
          : `${number(n)} posts on schedule may not go out`,
      line: places ? `${places}: ${why}` : why,
    }),
    post_failed: ({ n, places, why }) => ({
      title: n === 1 ? 'A post did not go out' : `${number(n)} posts did not go out`,
      line: `${places}: ${why}.`,
    }),
    expiring: ({ n, who, platform, places, time }) => ({
      title: n === 1 ? `${who} ends soon` : `${number(n)} accounts on ${platform} end soon`,
      line: `${places}: access ends by itself${time === undefined ? '' : ` on ${time}`}. Connect ${n === 1 ? 'it' : 'them'} again before that, and every post goes out.`,
    }),
    approval: ({ n }) => ({
      title: n === 1 ? 'A post waits for approval' : `${number(n)} posts wait for approval`,
      line: 'They go out when somebody approves them, and not before.',
    }),
    series: ({ code, name }) => {
      const one = name ?? 'A series'
      const lines: Readonly<Record<string, string>> = {
        failures: `${one}: two posts in a row failed, or could not be made. It makes none until somebody resumes it.`,
        unconfirmed: `${one} has no end, and nobody has confirmed for a year that it goes on. It makes no more posts until somebody resumes it.`,
        credential_ended: `${one}: the key, app or member that it belonged to is no more. Whoever resumes it has it from then on.`,
      }
      const ended = code === 'credential_ended'
      return {
        title: ended ? 'A series of posts has ended' : 'A series of posts is paused',
        line: lines[code ?? ''],
      }
    },
    webhook: ({ code }) => {
      const lines: Readonly<Record<string, string>> = {
        off: 'Its address has not taken what it was sent. Switch it on again when that is mended.',
        ended: 'The key, app or member that it belonged to is no more. Make another in its place.',
        lost: 'The key that its secret was sealed under is lost. Give it another secret, and switch it on again.',
        dead: 'Something was sent to it in vain, and is not sent again by itself.',
      }
      return {
        title:
          code === 'dead'
            ? 'A webhook does not take what it is sent'
            : 'A webhook was switched off',
        line: lines[code ?? ''],
      }
    },
    key_ending: ({ name, time }) => ({
      title: 'An API key ends soon',
      line: `The key ${name ?? 'of a program'} is refused from ${time ?? 'then'} on. Make another before that.`,
    }),
    plan: ({ code, time }) =>
      code === '100'
        ? {
            title: 'The month’s posts are used up',
            line: `No further post goes on schedule before ${time ?? 'the next month'}. What is on schedule goes out.`,
          }
        : {
            title: 'Four of five of the month’s posts are used',
            line: `The count starts again on ${time ?? 'the first of the month'}.`,
          },
  } as Tell,
}
