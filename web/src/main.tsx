import './styles.css'
import './fonts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hearOfOthers } from './api/person.ts'
import { meQuery, queryClient } from './api/queries.ts'
import { makeRouter } from './router.tsx'
import { awaitCalm } from './shell/calm.ts'
import { SignInAgain } from './shell/sign-in-again.tsx'
import { applyTheme, chosenTheme } from './shell/theme.ts'
import { Saying } from './ui/said.tsx'
import { direction, locale } from './words/language.ts'

applyTheme(chosenTheme())
document.documentElement.lang = locale
document.documentElement.dir = direction

const queries = queryClient(() => {
  // Asked again on the way, which then leads to sign-in.
  queries.removeQueries(meQuery)
  void router.invalidate()
})
const router = makeRouter(queries)
awaitCalm(queries, router)
hearOfOthers()

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Saying>
        <RouterProvider router={router} />
        <SignInAgain />
      </Saying>
    </QueryClientProvider>
  </StrictMode>,
)
