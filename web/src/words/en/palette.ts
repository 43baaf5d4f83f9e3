/** English: where everything is found. */
import { plural } from '../format.ts'

export const words = {
  title: 'Go to, do or find',
  field: 'Room, command, post, account, label or file',
  groups: {
    commands: 'Commands',
    rooms: 'Rooms',
    accounts: 'Accounts',
    labels: 'Labels',
    posts: 'Posts',
    files: 'Files',
  },
  commands: {
    post: 'New post',
    series: 'New series',
    import: 'Import posts from a table',
    pause: 'Pause publishing',
    resume: 'Resume publishing',
  },
  posts: (n: number) => plural(n, { one: 'post', other: 'posts' }),
  found: (n: number) =>
    `${plural(n, { one: 'entry', other: 'entries' })}. Arrows choose, Enter goes there.`,
  searching: 'Looking …',
  none: 'Nothing is called so.',
  lost: 'Posts and files could not be looked through. What is here leads on all the same.',
}
