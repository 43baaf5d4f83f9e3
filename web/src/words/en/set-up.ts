/** English: setting up platforms, and how the instance stands. */
import type { Value } from '../format.ts'

/** Before the callback is pasted, where it goes, and where id and secret stand. */
export interface Steps {
  place: string
  first: readonly string[]
  paste: string
  there: string
}

export const steps: Readonly<Record<string, Steps>> = {
  facebook: {
    place: 'developers.facebook.com',
    first: [
      'Choose My Apps, Create App, and the type Business.',
      'Add the product Facebook Login.',
    ],
    paste: 'In Facebook Login, Settings, add this address under Valid OAuth Redirect URIs.',
    there: 'Id and secret stand in App settings, Basic.',
  },
  google_business: {
    place: 'console.cloud.google.com',
    first: [
      'Apply for access to the Business Profile APIs, and wait for Google’s yes.',
      'In a project, enable My Business Account Management, Business Information and Google My Business.',
      'Publish the consent screen with the scope business.manage.',
    ],
    paste:
      'Under Credentials make an OAuth client ID, Web application, with this address as its redirect URI.',
    there: 'Id and secret are shown when the client is made.',
  },
  instagram: {
    place: 'developers.facebook.com',
    first: [
      'Choose My Apps, Create App, and the type Business.',
      'Add the product Instagram, and open API setup with Instagram login.',
    ],
    paste: 'In Business login settings add this address as a redirect.',
    there:
      'Take the Instagram app ID and the Instagram app secret of that page, not those of the app’s basic settings.',
  },
  linkedin: {
    place: 'developer.linkedin.com',
    first: [
      'Create an app; it has to belong to a company Page, which you verify.',
      'Add the products Sign In with LinkedIn using OpenID Connect and Share on LinkedIn.',
    ],
    paste: 'In Auth, OAuth 2.0 settings, add this address as a redirect URL.',
    there: 'Id and secret stand in Auth, above.',
  },
  pinterest: {
    place: 'developers.pinterest.com',
    first: [
      'Turn the Pinterest account into a business account.',
      'Choose My apps, Connect app, and wait for the short look at it.',
    ],
    paste: 'In the app, Configure, add this address under Redirect URIs.',
    there: 'App ID and App secret key stand on the same page.',
  },
  threads: {
    place: 'developers.facebook.com',
    first: ['Choose My Apps, Create App, and the use case Access the Threads API.'],
    paste:
      'In Customize, Settings, add this address as a redirect callback URL. The two for uninstalling and deleting are required too.',
    there:
      'Take the Threads app ID and the Threads app secret of that page, not those of the app itself.',
  },
  tiktok: {
    place: 'developers.tiktok.com',
    first: [
      'Make an app with the products Login Kit and Content Posting API, and switch on Direct Post.',
      'Add the scopes user.info.basic, user.info.profile, video.publish and video.list.',
    ],
    paste: 'In Login Kit add this address as a redirect URI. TikTok takes https only.',
    there: 'The client key is the id; the client secret stands below it.',
  },
  x: {
    place: 'developer.x.com',
    first: [
      'Make a developer account with prepaid credits, and in it a project with an app.',
      'In User authentication settings choose Web App, and Read and write.',
    ],
    paste: 'Paste this address as the callback, letter by letter.',
    there: 'Take the OAuth 2.0 client id and client secret, not the API key.',
  },
  youtube: {
    place: 'console.cloud.google.com',
    first: [
      'In a project, enable the YouTube Data API v3.',
      'Publish the consent screen with the scopes youtube.upload, youtube.readonly and youtube.force-ssl.',
    ],
    paste:
      'Under Credentials make an OAuth client ID, Web application, with this address as its redirect URI.',
    there: 'Id and secret are shown when the client is made.',
  },
}

export const words = {
  title: (name: Value) => `Set up ${name}`,
  lead: (name: Value) =>
    `Once for this whole Crier: an app of yours with ${name}, by which people connect their accounts.`,
  back: 'All platforms',
  what: 'how this instance is set up',
  none: 'There is nothing to set up here',
  noneText: 'This platform wants no app, or there is none of that name.',
  others:
    'Setting up platforms is for owners of the workspace that this Crier began with. Ask one of them.',
  local:
    'This Crier has no public https address (BASE_URL). Some platforms take no callback without one.',
  environment: (variable: Value) =>
    `${variable} is set where Crier is started, and wins over what is set here. Change it there.`,
  go: 'Sign in at {place}.',
  callback: 'Callback address',
  drawing: 'Where the address goes',
  id: 'Client id',
  secret: 'Client secret',
  secretKept: 'There is one. It is not shown again; leave this empty to keep it.',
  secretHint: 'Kept sealed, and never shown again.',
  save: 'Save',
  saved: (name: Value) => `${name} is set up. People can connect it now.`,
  test: 'Test it',
  connect: 'Connect an account',
  remove: 'Remove this app',
  removeTitle: (name: Value) => `Remove the app of ${name}?`,
  removeText:
    'Accounts that are connected cannot be renewed without it, and then ask to be connected again.',
  removed: (name: Value) => `${name} is no longer set up`,
  verdicts: {
    good: (name: Value) =>
      `${name} takes id and secret. Whether the callback address is registered, it looks at when somebody connects.`,
    id: (name: Value) => `${name} knows no app of this id. Copy it again, whole.`,
    secret: (name: Value) =>
      `${name} knows the id, and the secret is wrong. Copy it again, or make a new one there.`,
    app: (name: Value) =>
      `${name} does not take id and secret, and does not say which of them is wrong.`,
    callback: (name: Value) =>
      `The callback address is not registered with ${name}. Add it there, letter by letter.`,
    unreachable: (name: Value) => `${name} did not answer. Try again in a moment.`,
    unclear: (name: Value) => `${name} gave an answer that tells neither yes nor no.`,
  },
  theirWords: 'What it said: {words}',
  instance: {
    title: 'This Crier',
    lead: 'What holds for all workspaces. For owners of the workspace that it began with.',
    platforms: 'Platforms',
    platformsLead: 'The apps that this Crier has, by which people connect accounts.',
    stored: 'Set up here',
    fromEnvironment: 'Set up where it is started',
    missing: 'Not set up',
    change: (name: Value) => `Change ${name}`,
    doctor: 'Examination',
    doctorLead:
      'Crier plays a client against its own public address, and names what is broken. It takes some seconds.',
    examine: 'Examine it',
    healthy: (address: Value) => `Every step works at ${address}.`,
    broken: (address: Value) => `Something is broken at ${address}:`,
    all: 'All steps',
    works: 'works',
    isBroken: 'broken',
    skipped: 'skipped',
    warnings: 'Worth knowing',
  },
}
