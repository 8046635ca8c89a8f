// What libraries can do and this app never does, so that the build leaves it out: React takes over no markup of a
// server here, nothing moves by its ViewTransition, no screen is kept in the background; no list is endless, and no
// route has a mask. Each line is a fact about a library's own words that holds wherever nobody asks for such a thing.
// One that a newer version does not know ends the build: read there anew whether it holds. `vite.never.test.ts` sees
// to it that nobody asks.
import type { Never } from './vite.leave-out.ts'

export const never: Readonly<Record<string, Never>> = {
  'react-dom/cjs/react-dom-client.production.js': {
    kinds: {
      REACT_PROFILER_TYPE: 12,
      REACT_SUSPENSE_LIST_TYPE: 19,
      REACT_VIEW_TRANSITION_TYPE: 30,
      REACT_ACTIVITY_TYPE: 31,
    },
    is: {
      // The page comes empty, and what is in it stays where it is.
      isHydrating: 'false',
      '.isDehydrated': 'false',
      '.dehydrated': 'null',
      shouldStartViewTransition: 'false',
      appearingViewTransitions: 'null',
      inUpdateViewTransition: 'false',
      ...undefinedEach(
        'commitExitViewTransitions()',
        'commitNestedViewTransitions()',
        'restoreEnterOrExitViewTransitions()',
        'restoreNestedViewTransitions()',
        'trackEnterViewTransitions()',
      ),
      // Nobody looks at the built app with React's tools: what they read is called otherwise there.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
      injectedHook: 'null',
      // Only a scheduler for tests has these.
      'Scheduler.log': 'undefined',
      'Scheduler.unstable_setDisableYieldValue': 'undefined',
      // Nothing waits to be taken over, and so no event for it.
      'popHydrationState()': 'false',
      'prepareToHydrateHostInstance()': 'undefined',
      'updateDehydratedSuspenseComponent()': 'null',
      'clearHydrationBoundary()': 'undefined',
      'hideOrUnhideDehydratedBoundary()': 'undefined',
      'attemptExplicitHydrationTarget()': 'undefined',
      'queueIfContinuousEvent()': 'false',
      'clearIfContinuousEvent()': 'undefined',
      'retryIfBlockedOn()': 'undefined',
      'commitSuspenseHydrationCallbacks()': 'undefined',
      'getActivityInstanceFromFiber()': 'null',
      'getParentHydrationBoundary()': 'null',
      'getSuspenseInstanceFromFiber()': 'null',
      'markRetryLaneIfNotHydrated()': 'undefined',
      'registerSuspenseInstanceRetry()': 'undefined',
      'resetHydrationState()': 'undefined',
      'upgradeHydrationErrorsToRecoverable()': 'null',
      'getHydratableHoistableCache()': 'undefined',
      // Our style and scripts stand in the page, not among elements.
      'getResource()': 'null',
      'acquireResource()': 'null',
      'insertSuspendedStylesheets()': 'undefined',
      'suspendResource()': 'undefined',
      'preloadResourceAndSuspendIfNeeded()': 'undefined',
      prefetchDNS: 'undefined',
      preconnect: 'undefined',
      preload: 'undefined',
      preloadModule: 'undefined',
      preinitStyle: 'undefined',
      preinitScript: 'undefined',
      preinitModuleScript: 'undefined',
      // Nor does a picture keep anything waiting: it would within a ViewTransition.
      'preloadInstanceAndSuspendIfNeeded()': 'undefined',
      'accumulateSuspenseyCommitOnFiber()': 'undefined',
      'waitForCommitToBeReady()': 'null',
      // Forms are sent by us.
      'extractEvents$1()': 'undefined',
      'recursivelyResetForms()': 'undefined',
      requestFormReset: 'undefined',
      // A fragment has no ref.
      'isFragmentInstanceParent()': 'false',
      'commitNewChildToFragmentInstances()': 'undefined',
      'commitFragmentInstanceInsertionEffects()': 'undefined',
      'commitFragmentInstanceDeletionEffects()': 'undefined',
      'traverseVisibleInstancesAndTextInstances()': 'false',
      // HTML's own elements, and nobody who looks for the element of a class.
      'isCustomElement()': 'false',
      'findCurrentFiberUsingSlowPath()': 'null',
      // The router's class looks at its state before it draws, and no other one is there.
      ...undefinedEach(
        '.UNSAFE_componentWillMount',
        '.UNSAFE_componentWillReceiveProps',
        '.UNSAFE_componentWillUpdate',
        '.componentDidMount',
        '.componentDidUpdate',
        '.componentWillMount',
        '.componentWillReceiveProps',
        '.componentWillUnmount',
        '.componentWillUpdate',
        '.contextType',
        '.defaultProps',
        '.getSnapshotBeforeUpdate',
        '.isPureReactComponent',
        '.shouldComponentUpdate',
      ),
      // Every browser that the app is built for is one, and none is an Internet Explorer.
      canUseDOM: 'true',
      canUseCompositionEvent: 'true',
      documentMode: 'undefined',
      isInputEventSupported: 'true',
      normalizeKey: '{}',
      'getVendorPrefixedEventName()': '$1',
      useFallbackCompositionData: 'false',
      // Nobody reads among which components an error was.
      'describeFiber()': "''",
      'getComponentNameFromType()': 'null',
    },
    methods: [
      'useActionState',
      'useCacheRefresh',
      'useEffectEvent',
      'useFormState',
      'useHostTransitionStatus',
      'useInsertionEffect',
      'useMemoCache',
      'useOptimistic',
      'useTransition',
    ],
    // What elements are given in the words of React: how SVG has it, and which style has no unit.
    lists: ['aliases', 'unitlessNumbers'],
    makers: ['FragmentInstance', 'ReactDOMHydrationRoot', 'ViewTransitionPseudoElement'],
  },
  // Each screen sends its changes itself, and no list is endless.
  '@tanstack/query-core/build/modern/queryClient.js': {
    is: { '.resumePausedMutations()': 'undefined', '.#mutationCache.clear()': 'undefined' },
    makers: ['MutationCache'],
    methods: [
      'defaultMutationOptions',
      'ensureInfiniteQueryData',
      'fetchInfiniteQuery',
      'getDefaultOptions',
      'getMutationCache',
      'getMutationDefaults',
      'getQueriesData',
      'infiniteQuery',
      'isMutating',
      'prefetchInfiniteQuery',
      'resetQueries',
      'setDefaultOptions',
      'setMutationDefaults',
      'setQueriesData',
    ],
  },
  '@tanstack/query-core/build/modern/query.js': { is: { 'infiniteQueryBehavior()': 'undefined' } },
  // What our routes are never given: `options` are these, and what is made of them.
  '@tanstack/router-core/dist/esm/router.js': {
    is: {
      // Nothing moves by the browser's own transition of views.
      shouldViewTransition: 'false',
      ...undefinedEach(
        // Whoever leaves the app follows a link of the page.
        'hrefScheme',
        'hashScrollIntoView',
        'viewTransition',
        '.defaultHashScrollIntoView',
        '.fuzzy',
        '.unsafeRelative',
        '.mask',
        '.maskedLocation',
        '.middlewares',
        '.notFoundRoute',
        '.onLeave',
        '.parseParams',
        '.pathParamsAllowedCharacters',
        '.pathParamsDecoder',
        '.postSearchFilters',
        '.preSearchFilters',
        '.routeMasks',
        '.strict',
        '.stringifyParams',
      ),
    },
  },
  '@tanstack/router-core/dist/esm/load-client.js': {
    is: undefinedEach(
      '._assetEnd',
      '._handoff',
      '._lazy',
      '.additionalContext',
      '.head',
      '.lazyFn',
      '.onError',
      '.scripts',
      '.shouldReload',
    ),
  },
  '@tanstack/router-core/dist/esm/new-process-route-tree.js': {
    is: { '.caseSensitive': 'false', '.parseParams': 'undefined' },
  },
  // It is set up once, and does its work everywhere.
  '@tanstack/router-core/dist/esm/scroll-restoration.js': {
    is: {
      '.scrollRestoration': 'true',
      '.e': 'true',
      ...undefinedEach(
        'element.getAttribute()',
        'force',
        '.__hashScrollIntoViewOptions',
        '.getScrollRestorationKey',
        '.r',
        '.s',
        '.scrollRestorationBehavior',
        '.scrollToTopSelectors',
      ),
    },
  },
  '@tanstack/react-router/dist/esm/Match.js': {
    is: undefinedEach(
      '.defaultComponent',
      '.defaultOnCatch',
      '.defaultRemountDeps',
      '.notFoundRoute',
      '.onCatch',
      '.remountDeps',
      '.shellComponent',
      '.ssr',
      '.wrapInSuspense',
    ),
  },
  '@tanstack/react-router/dist/esm/Matches.js': { is: undefinedEach('.structuralSharing') },
  '@tanstack/react-router/dist/esm/useMatch.js': {
    is: undefinedEach('.defaultStructuralSharing', '.structuralSharing'),
  },
  // Links lead within the app, are drawn alike wherever they lead, and a file comes with the pointer, at once.
  '@tanstack/react-router/dist/esm/link.js': {
    is: {
      'resolveExternalLink()': 'undefined',
      externalLink: 'false',
      isIntersecting: 'undefined',
      preloadDelay: '0',
      ...undefinedEach(
        'activeProps',
        'inactiveProps',
        'stateStyle',
        '.explicitUndefined',
        '.includeHash',
        '.mask',
      ),
    },
    makers: ['IntersectionObserver'],
  },
  // By then such an error has another name: that a file is asked for once more is the app's own part
  // (web/shell/offline.tsx).
  '@tanstack/react-router/dist/esm/lazyRouteComponent.js': { is: { 'isModuleNotFoundError()': 'false' } },
  '@tanstack/react-router/dist/esm/RouterProvider.js': { is: undefinedEach('.Wrap') },
}

function undefinedEach(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, 'undefined']))
}
