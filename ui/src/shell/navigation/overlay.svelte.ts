// The dialog over the current page: "go to…", or the list of keys.
export const overlay: { shown: 'none' | 'goTo' | 'keys' } = $state({ shown: 'none' })
