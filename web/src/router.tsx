/** Every room and its address. Rooms are loaded when somebody goes there. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { anew } from './api/person.ts'
import { meQuery } from './api/queries.ts'
import { chooseWorkspace } from './shell/chosen.ts'
import { Crash, Nowhere, Pending, RoomCrash } from './shell/nowhere.tsx'
import { Shell } from './shell/shell.tsx'
import { room } from './shell/version.ts'
import { remember } from './words/language.ts'
import { newUuid } from './writing/new.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: Nowhere,
  errorComponent: Crash,
})

/** Whatever stands in the address, as texts: a token may look like a number. */
type Search = Record<string, string | undefined>
const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => room(() => import('./rooms/entry/frame.tsx')), 'EntryFrame'),
})
const signIn = createRoute({
  getParentRoute: () => entry,
  path: '/sign-in',
  validateSearch,
  component: lazyRouteComponent(() => room(() => import('./rooms/entry/sign-in.tsx')), 'SignIn'),
})
const signUp = createRoute({
  getParentRoute: () => entry,
  path: '/sign-up',
  validateSearch,
  component: lazyRouteComponent(() => room(() => import('./rooms/entry/sign-up.tsx')), 'SignUp'),
})
const forgot = createRoute({
  getParentRoute: () => entry,
  path: '/forgot',
  component: lazyRouteComponent(() => room(() => import('./rooms/entry/forgot.tsx')), 'Forgot'),
})
const reset = createRoute({
  getParentRoute: () => entry,
  path: '/reset',
  validateSearch,
  component: lazyRouteComponent(() => room(() => import('./rooms/entry/reset.tsx')), 'Reset'),
})
const confirmEmail = createRoute({
  getParentRoute: () => entry,
  path: '/confirm-email',
  validateSearch,
  component: lazyRouteComponent(
    () => room(() => import('./rooms/entry/confirm-email.tsx')),
    'ConfirmEmail',
  ),
})
const invitation = createRoute({
  getParentRoute: () => entry,
  path: '/invitation',
  validateSearch,
  component: lazyRouteComponent(
    () => room(() => import('./rooms/entry/invitation.tsx')),
    'Invitation',
  ),
})

const signed = createRoute({
  getParentRoute: () => root,
  id: 'signed',
  async beforeLoad({ context, location }) {
    const me = await context.queries.ensureQueryData(meQuery)
    if (!me) throw redirect({ to: '/sign-in', search: { return_to: location.href } })
    // Who signs in here may read another language than whoever did before.
    if (remember(me.person.locale)) await anew()
    return { me }
  },
})
const consent = createRoute({
  getParentRoute: () => signed,
  path: '/consent/$uid',
  component: lazyRouteComponent(() => room(() => import('./rooms/apps/consent.tsx')), 'Consent'),
})

const inside = createRoute({
  getParentRoute: () => signed,
  id: 'inside',
  validateSearch,
  beforeLoad({ search }) {
    // Links that a service or a mail gives say which workspace they mean.
    if (search['workspace'] !== undefined) chooseWorkspace(Number(search['workspace']))
  },
  component: Shell,
})
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/overview/overview.tsx')),
    'Overview',
  ),
})
const calendar = createRoute({
  getParentRoute: () => inside,
  path: '/calendar',
  staticData: { width: 'full' },
  component: lazyRouteComponent(
    () => room(() => import('./rooms/calendar/calendar.tsx')),
    'CalendarRoom',
  ),
})
const posts = createRoute({
  getParentRoute: () => inside,
  path: '/posts',
  staticData: { width: 'wide' },
  component: lazyRouteComponent(() => room(() => import('./rooms/posts/posts.tsx')), 'Posts'),
})
const library = createRoute({
  getParentRoute: () => inside,
  path: '/library',
  staticData: { width: 'wide' },
  component: lazyRouteComponent(
    () => room(() => import('./rooms/library/library.tsx')),
    'LibraryRoom',
  ),
})
const analytics = createRoute({
  getParentRoute: () => inside,
  path: '/analytics',
  staticData: { width: 'wide' },
  component: lazyRouteComponent(
    () => room(() => import('./rooms/analytics/analytics.tsx')),
    'Analytics',
  ),
})
const importPosts = createRoute({
  getParentRoute: () => inside,
  path: '/posts/import',
  component: lazyRouteComponent(() => room(() => import('./rooms/import/import.tsx')), 'Import'),
})
const post = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id',
  staticData: { width: 'wide' },
  component: lazyRouteComponent(() => room(() => import('./rooms/post/post-page.tsx')), 'PostPage'),
})
const review = createRoute({
  getParentRoute: () => inside,
  path: '/review/$id',
  staticData: { width: 'wide' },
  component: lazyRouteComponent(() => room(() => import('./rooms/review/review.tsx')), 'Review'),
})
const seriesList = createRoute({
  getParentRoute: () => inside,
  path: '/series',
  component: lazyRouteComponent(() => room(() => import('./rooms/series/list.tsx')), 'SeriesList'),
})
const newSeries = createRoute({
  getParentRoute: () => inside,
  path: '/series/new',
  component: lazyRouteComponent(() => room(() => import('./rooms/series/new.tsx')), 'NewSeries'),
})
const series = createRoute({
  getParentRoute: () => inside,
  path: '/series/$id',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/series/series.tsx')),
    'SeriesPage',
  ),
})
const accounts = createRoute({
  getParentRoute: () => inside,
  path: '/accounts',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/accounts/accounts.tsx')),
    'Accounts',
  ),
})
const connect = createRoute({
  getParentRoute: () => inside,
  path: '/accounts/connect',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/accounts/connect.tsx')),
    'Connect',
  ),
})
const setUp = createRoute({
  getParentRoute: () => inside,
  path: '/accounts/set-up/$platform',
  component: lazyRouteComponent(() => room(() => import('./rooms/accounts/set-up.tsx')), 'SetUp'),
})
const instance = createRoute({
  getParentRoute: () => inside,
  path: '/settings/instance',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/settings/instance.tsx')),
    'InstanceRoom',
  ),
})
const writeNew = createRoute({
  getParentRoute: () => inside,
  path: '/write',
  // Each post has an address of its own from its first letter on, so that a reload finds it.
  beforeLoad({ search }) {
    throw redirect({
      to: '/write/$uuid',
      params: { uuid: newUuid() },
      search,
      replace: true,
    })
  },
})
const write = createRoute({
  getParentRoute: () => inside,
  path: '/write/$uuid',
  staticData: { width: 'full' },
  component: lazyRouteComponent(() => room(() => import('./rooms/write/write.tsx')), 'Write'),
})
const edit = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id/edit',
  staticData: { width: 'full' },
  component: lazyRouteComponent(() => room(() => import('./rooms/write/edit.tsx')), 'Edit'),
})
const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  component: lazyRouteComponent(() => room(() => import('./rooms/keys/keys.tsx')), 'Keys'),
})
const apps = createRoute({
  getParentRoute: () => inside,
  path: '/apps',
  component: lazyRouteComponent(() => room(() => import('./rooms/apps/apps.tsx')), 'Apps'),
})
const members = createRoute({
  getParentRoute: () => inside,
  path: '/members',
  component: lazyRouteComponent(() => room(() => import('./rooms/members/members.tsx')), 'Members'),
})
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/settings/profile.tsx')),
    'Profile',
  ),
})
const security = createRoute({
  getParentRoute: () => inside,
  path: '/settings/security',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/settings/security.tsx')),
    'Security',
  ),
})
const notices = createRoute({
  getParentRoute: () => inside,
  path: '/settings/notices',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/notices/preferences.tsx')),
    'Preferences',
  ),
})
const webhooks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/webhooks/webhooks.tsx')),
    'Webhooks',
  ),
})
const webhook = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/$id',
  staticData: { width: 'wide' },
  component: lazyRouteComponent(
    () => room(() => import('./rooms/webhooks/webhook.tsx')),
    'WebhookRoom',
  ),
})
const workspace = createRoute({
  getParentRoute: () => inside,
  path: '/settings/workspace',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/settings/workspace.tsx')),
    'WorkspaceRoom',
  ),
})
const schedule = createRoute({
  getParentRoute: () => inside,
  path: '/settings/schedule',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/settings/schedule.tsx')),
    'ScheduleRoom',
  ),
})
const snippets = createRoute({
  getParentRoute: () => inside,
  path: '/settings/snippets',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/snippets/snippets.tsx')),
    'SnippetsRoom',
  ),
})
const activity = createRoute({
  getParentRoute: () => inside,
  path: '/settings/activity',
  component: lazyRouteComponent(
    () => room(() => import('./rooms/activity/activity.tsx')),
    'Activity',
  ),
})
const plan = createRoute({
  getParentRoute: () => inside,
  path: '/settings/plan',
  component: lazyRouteComponent(() => room(() => import('./rooms/settings/plan.tsx')), 'Plan'),
})

const routeTree = root.addChildren([
  entry.addChildren([signIn, signUp, forgot, reset, confirmEmail, invitation]),
  signed.addChildren([
    consent,
    inside.addChildren([
      home,
      calendar,
      posts,
      library,
      analytics,
      importPosts,
      post,
      review,
      seriesList,
      newSeries,
      series,
      accounts,
      connect,
      setUp,
      instance,
      writeNew,
      write,
      edit,
      keys,
      apps,
      members,
      settings,
      security,
      notices,
      webhooks,
      webhook,
      workspace,
      schedule,
      snippets,
      activity,
      plan,
    ]),
  ]),
])

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // In the room's place: the frame around it stays.
    defaultErrorComponent: RoomCrash,
    defaultPendingComponent: Pending,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(
        given.map(([name, value]) => [name, String(value)]),
      ).toString()
      return text && `?${text}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** How much of a wide screen a room takes; `narrow` unless said. */
    width?: 'narrow' | 'wide' | 'full'
  }
}
