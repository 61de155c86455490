/** How long an address is kept after it was asked for the last time. */
export const MISSING_PATH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
/** Addresses that are kept, so that made-up ones without end take no space. */
export const MISSING_PATHS_MAX = 2_000;

/** Programs and files of other systems, which robots try on every site. */
const FOREIGN_NAMES =
  /(^|\/)(wp-[a-z]|wordpress(\/|$)|xmlrpc|phpmyadmin|pma(\/|$)|myadmin|adminer|cgi-bin|vendor\/|actuator|solr(\/|$)|boaform|hnap1|owa(\/|$)|ecp\/|autodiscover|_ignition|telescope(\/|$)|jenkins|manager\/html|server-status|_profiler|druid\/|console(\/|$)|setup\.cgi|login\.action|geoserver|sdk(\/|$)|remote\/login|evox)/i;
/** Scripts by the names that attackers give them. */
const FOREIGN_SCRIPTS =
  /\/(shell|cmd|eval[-\w]*|config|configuration|setup|install|info|phpinfo|test|upload|uploader|up|file|files|c99|r57|alfa\w*|radio|webadmin|wso\w*|\w{1,2})\.(php\d?|aspx?|jsp|cgi)$/i;
/** Hidden files, and copies of databases, settings and whole sites. */
const LEAKED_FILES = /\/\.(?!well-known\/)|\.(env|sql|bak|old|swp|ini|ya?ml|toml|log|pem|key|zip|tar|gz|tgz|rar|7z)$/i;
/** What browsers and services look for by themselves. */
const WELL_KNOWN =
  /^\/(\.well-known\/|apple-touch-icon|favicon|browserconfig\.xml$|(app-)?ads\.txt$|sellers\.json$|security\.txt$|llms(-full)?\.txt$|humans\.txt$|crossdomain\.xml$|clientaccesspolicy\.xml$|sitemap_index\.xml$|wpad\.dat$)/i;

/** Whether robots and browsers ask for this address on every site: nobody has followed a link to it. */
export const isProbe = (path: string): boolean =>
  [FOREIGN_NAMES, FOREIGN_SCRIPTS, LEAKED_FILES, WELL_KNOWN].some((pattern) => pattern.test(path));
