"""make_wheel.py PACKAGE DATA OUT: packs the built package and the shipped data as a wheel, and prints its path.

A wheel is a zip file with a list of its files, so nothing but Python is needed. Refused is a module that asks the machine
for more than the C library."""
import base64
import hashlib
import platform
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

DATA = ("atlas", "certificates", "levels", "networks", "puzzles")
OF_THE_C_LIBRARY = re.compile(r"(libc|libm|libpthread|libdl|librt|ld-linux-[\w-]+)\.so\.\d+")
# The same for the same content, whenever it is packed.
TIME = (2020, 1, 1, 0, 0, 0)


def objdump(flag, module):
    return subprocess.run(["objdump", flag, str(module)], check=True, capture_output=True, text=True).stdout


def platform_tag(module):
    """By the newest version of the C library that the module asks for."""
    foreign = [name for name in re.findall(r"NEEDED\s+(\S+)", objdump("-p", module)) if not OF_THE_C_LIBRARY.fullmatch(name)]
    if foreign:
        sys.exit(f"error: {module.name} asks for {', '.join(foreign)}")
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", objdump("-T", module))
    newest = max((int(major), int(minor)) for major, minor in versions)
    return f"manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def version_of(package):
    text = (package.parents[3] / "CMakeLists.txt").read_text()
    return re.search(r"project\(partita VERSION ([\d.]+)", text).group(1)


def files_of(package, data):
    for path in sorted(package.iterdir()):
        if path.is_file():
            yield f"partita/{path.name}", path.read_bytes()
    for folder in DATA:
        for path in sorted((data / folder).rglob("*")):
            if path.is_file():
                yield f"partita/data/{path.relative_to(data)}", path.read_bytes()


def described(version, tag, root):
    readme = (root / "docs" / "python.md").read_text()
    metadata = (
        f"Metadata-Version: 2.1\nName: partita\nVersion: {version}\nSummary: Plays, analyses and solves board games\n"
        f"Requires-Python: >=3.8\nProvides-Extra: arrays\nRequires-Dist: numpy; extra == 'arrays'\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )
    wheel = f"Wheel-Version: 1.0\nGenerator: partita\nRoot-Is-Purelib: false\nTag: {tag}\n"
    return {"METADATA": metadata.encode(), "WHEEL": wheel.encode(), "LICENSE": (root / "LICENSE").read_bytes()}


def main(package, data, out):
    module = next(package.glob("_core*.so"))
    version = version_of(package)
    python = "cp" + sysconfig.get_config_var("py_version_nodot")
    tag = f"{python}-{python}-{platform_tag(module)}"
    info = f"partita-{version}.dist-info"
    files = dict(files_of(package, data))
    files.update({f"{info}/{name}": content for name, content in described(version, tag, data.parent).items()})
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}\n"
        for name, content in files.items()
    )
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    out.mkdir(exist_ok=True)
    path = out / f"partita-{version}-{tag}.whl"
    for old in out.glob("partita-*.whl"):
        old.unlink()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    print(path)


main(*(Path(argument).resolve() for argument in sys.argv[1:4]))
