import { sitePage } from './shell.js';

export const lostPage = () =>
  sitePage({
    title: 'Nothing here - BoidForge',
    description: 'There is no page at this address.',
    root: './',
    main: `      <header class="lead">
        <h1>Nothing flies here</h1>
        <p>There is no page at this address. The <a href="./">first page</a> has all the ways on.</p>
      </header>`,
  });
