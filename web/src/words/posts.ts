/** What is said of posts: the list, one post, the review, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/posts.ts'),
  de: () => import('./de/posts.ts'),
})
