/** All rows of refusals that are documented or were seen, each walked by a test that bears its name. */
import { ofAccounts } from './account-error-rows.ts'
import { ofPosts, ofUploads } from './content-error-rows.ts'
import { odd, specified } from './odd-error-rows.ts'
import { ofRefreshes } from './token-error-rows.ts'

const rows = (call: string, of: readonly { name: string; outcome: string }[]) =>
  of.map(({ name, outcome }) => {
    const [kind, code] = outcome.split(' ')
    return { row: `${call}, ${name}`, kind, code }
  })

/** `row` is the beginning of the title of its test; `kind` and `code` are those of the Failure. */
export const errorRows = [
  ...rows('posting', [...ofAccounts, ...ofPosts, ...specified, ...odd]),
  ...rows('uploading', ofUploads),
  ...rows('refreshing', ofRefreshes),
]
