import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forget } from '../../api/session.ts'

/** Goes on to where somebody wanted to, as somebody new. */
export function useEnter() {
  const queries = useQueryClient()
  const router = useRouter()
  return async (return_to: string | undefined) => {
    forget(queries)
    await router.invalidate()
    const place = placeOf(return_to)
    // The service writes these pages itself.
    if (place.startsWith('/answers/')) window.location.assign(place)
    else router.history.push(place)
  }
}

/** A room of ours and nothing else: the address may come from anybody's link. */
export function placeOf(return_to: string | undefined): string {
  const { origin } = window.location
  const at = return_to?.startsWith('/') ? URL.parse(return_to, origin) : null
  return at?.origin === origin ? `${at.pathname}${at.search}` : '/'
}
