// The page's Content-Security-Policy allows connections to its own origin alone. One other origin is let in: that of
// the recording that the page's address names. Policies can only be made narrower while a page runs, so index.html
// leaves connections open and this closes them, first of all, before anything is fetched.

/** @param {Document} page @param {Location} location */
export function limitConnections(page, { search, origin }) {
  const allowed = ["'self'", 'blob:'];
  const address = new URLSearchParams(search).get('src');
  if (address !== null && URL.canParse(address, page.baseURI)) {
    const named = new URL(address, page.baseURI);
    if (/^https?:$/.test(named.protocol) && named.origin !== origin) allowed.push(named.origin);
  }
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `connect-src ${allowed.join(' ')}`;
  page.head.append(policy);
}
