/** The page that MCP clients show beside a post: everything of it stands in one file (`view.html`). */
import '../styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Saying } from '../ui/said.tsx'
import { direction, locale } from '../words/language.ts'
import { words } from '../words/view.ts'
import { type HostContext, meet } from './host.ts'
import { PostView, type Shown } from './post-view.tsx'

document.documentElement.lang = locale
document.documentElement.dir = direction
document.title = words.title

const root = createRoot(document.getElementById('root') ?? document.body)
const home = document.querySelector<HTMLMetaElement>('meta[name=crier]')?.content ?? ''
let input: Shown['input'] = {}
let drawn = 0

const host = await meet({
  input: (given) => {
    input = given
  },
  result: (result) => {
    const shown: Shown = { input, result }
    root.render(
      <StrictMode>
        <Saying>
          <PostView key={++drawn} host={host} shown={shown} home={home} />
        </Saying>
      </StrictMode>,
    )
  },
  context: ({ theme }: HostContext) => {
    if (theme) document.documentElement.dataset['theme'] = theme
  },
})
