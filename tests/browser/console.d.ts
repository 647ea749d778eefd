/** The page's console API, for code that tests run in the page. */
declare global {
  var boidforge: import('../../web/js/console-api.js').ConsoleApi;
}
export {};
