"""oci.py pack ROOT OUT.tar [--arch A] -- COMMAND...: a folder as an OCI image of one layer, in an archive that podman, buildah and skopeo
read (oci-archive:OUT.tar) and `docker load` of newer versions does too.
oci.py unpack IMAGE.tar FOLDER: checks every digest and unpacks the layers.

An image is JSON and tar files named by their digests, so nothing but Python is needed where no container tool runs."""
import argparse
import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile

MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
BLOCK = 1 << 20


def digest_of(path):
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            found.update(block)
    return found.hexdigest()


def add_bytes(image, name, content):
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    image.addfile(entry, io.BytesIO(content))


def add_json(image, kind, value):
    """As a blob; its descriptor comes back."""
    content = json.dumps(value, sort_keys=True).encode()
    digest = hashlib.sha256(content).hexdigest()
    add_bytes(image, f"blobs/sha256/{digest}", content)
    return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(content)}


def make_layer(root, folder):
    plain = os.path.join(folder, "layer.tar")
    # What the kernel and this machine put there is not the image's.
    left_out = ["./proc/*", "./sys/*", "./dev/*", "./tmp/*", "./run/*", "./var/cache/apt/*", "./var/lib/apt/lists/*", "./.complete",
                "./etc/apt/apt.conf.d/*", "./etc/resolv.conf"]
    subprocess.run(["tar", "--sort=name", "--numeric-owner", *(f"--exclude={name}" for name in left_out), "-C", root, "-cf", plain, "."], check=True)
    packed = plain + ".gz"
    with open(plain, "rb") as source, open(packed, "wb") as target, gzip.GzipFile("", "wb", 6, target, 0) as file:
        while block := source.read(BLOCK):
            file.write(block)
    return digest_of(plain), packed


def pack(root, out, arch, command):
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(out))) as folder:
        diff, layer = make_layer(root, folder)
        packed = digest_of(layer)
        with tarfile.open(out, "w") as image:
            add_bytes(image, "oci-layout", b'{"imageLayoutVersion": "1.0.0"}')
            image.add(layer, f"blobs/sha256/{packed}")
            config = add_json(image, CONFIG, {
                "architecture": arch, "os": "linux", "rootfs": {"type": "layers", "diff_ids": [f"sha256:{diff}"]},
                "config": {"Entrypoint": command[:1], "Cmd": command[1:], "ExposedPorts": {"7271/tcp": {}}, "Volumes": {"/var/lib/partita": {}},
                           "User": "65534:65534", "Env": ["PATH=/usr/bin:/bin", "XDG_DATA_HOME=/var/lib"]},
            })
            layers = [{"mediaType": LAYER, "digest": f"sha256:{packed}", "size": os.path.getsize(layer)}]
            manifest = add_json(image, MANIFEST, {"schemaVersion": 2, "mediaType": MANIFEST, "config": config, "layers": layers})
            manifest["platform"] = {"architecture": arch, "os": "linux"}
            manifest["annotations"] = {"org.opencontainers.image.ref.name": "partita"}
            add_bytes(image, "index.json", json.dumps({"schemaVersion": 2, "manifests": [manifest]}).encode())


def checked(image, descriptor):
    """A blob's bytes, if they are what the descriptor says."""
    name = descriptor["digest"].removeprefix("sha256:")
    content = image.extractfile(f"blobs/sha256/{name}").read()
    if hashlib.sha256(content).hexdigest() != name or len(content) != descriptor["size"]:
        sys.exit(f"error: blob {name} is not what its name says")
    return content


def unpack(path, folder):
    os.makedirs(folder)
    with tarfile.open(path) as image:
        index = json.load(image.extractfile("index.json"))
        manifest = json.loads(checked(image, index["manifests"][0]))
        config = json.loads(checked(image, manifest["config"]))
        for layer, diff in zip(manifest["layers"], config["rootfs"]["diff_ids"], strict=True):
            plain = gzip.decompress(checked(image, layer))
            if "sha256:" + hashlib.sha256(plain).hexdigest() != diff:
                sys.exit("error: a layer unpacks to something else than its image says")
            subprocess.run(["tar", "-C", folder, "-xf", "-"], input=plain, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    packing = kinds.add_parser("pack")
    packing.add_argument("root")
    packing.add_argument("out")
    packing.add_argument("--arch", required=True)
    packing.add_argument("command", nargs="+")
    unpacking = kinds.add_parser("unpack")
    unpacking.add_argument("image")
    unpacking.add_argument("folder")
    chosen = parser.parse_args()
    if chosen.kind == "pack":
        pack(chosen.root, chosen.out, chosen.arch, chosen.command)
    else:
        unpack(chosen.image, chosen.folder)


main()
